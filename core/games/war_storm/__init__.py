"""War Storm Series, Standard rules: company-level combat of the Second World War, played by formations."""

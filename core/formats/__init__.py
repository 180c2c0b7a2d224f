"""Files: pydantic models of every format, clear messages, atomic and stable saving, migrations."""

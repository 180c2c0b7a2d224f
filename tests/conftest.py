"""Settings for all tests."""

from hypothesis import settings

# No deadline: the time of one example says more about the machine than about the code.
settings.register_profile("sandtable", deadline=None, print_blob=True)
settings.load_profile("sandtable")

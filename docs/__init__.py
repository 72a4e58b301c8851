"""The sources of the manual, which `make docs` builds as a site."""

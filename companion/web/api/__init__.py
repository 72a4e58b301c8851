"""Takes requests of programs, gives JSON: all that the pages can do, described by OpenAPI."""

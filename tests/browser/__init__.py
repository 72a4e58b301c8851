"""Tests in a real browser. A package, so that fixtures can last until its last test has run."""

"""Screenshots of every page of the companion in every size: `make screenshots`."""

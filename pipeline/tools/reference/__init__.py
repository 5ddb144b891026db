"""The reference pages in `docs/reference/`: one module per page, each with its introduction and a function `page`."""

"""The reference pages in `docs/reference/`: one module per page, each with an introduction and a `page` function."""

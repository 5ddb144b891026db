"""From raw result sheets to ranked workbooks, stage by stage."""

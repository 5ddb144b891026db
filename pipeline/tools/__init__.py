"""Tools beside the road: nothing on the road imports them."""

"""Figure 1 of the paper, run again: `make reproduce`."""

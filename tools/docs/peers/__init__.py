"""Names and scalings of other packages, each row a claim that is tested: docs/coming-from.md is written from these rows, and
`make docs-peers` fits both sides of each and notes how far apart the coefficients are."""

"""The joint tests of statements: likelihood ratio, Dirichlet posterior, priors, shares."""

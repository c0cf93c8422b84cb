# Are the tests tested? `make mutants WHERE=means/kernel_mardia.py` puts small faults into a module and prints those that no
# test notices; without WHERE into twelve named modules; TESTS="…", SAMPLE=50, SEED=0: tests/mutants/README.md.

.PHONY: mutants

mutants: .venv/dev.stamp
	$(BIN)/python tests/mutants/run.py $(WHERE) $(if $(TESTS),--tests $(TESTS)) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

# Builds the engine for the processor of this machine, as engine testers expect:
# `make EXE=name` leaves a binary of that name here, `make profile-build EXE=name` one that took
# longer to build and is faster.

EXE ?= galaverna

ifdef EVALFILE
$(error EVALFILE is not supported: each game has its own network, which is part of the program)
endif

.PHONY: all clean profile-build site

all:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --bin galaverna --target-dir target
	cp target/release/galaverna $(EXE)

# Profile-guided optimisation: builds the program twice.
profile-build:
	scripts/profile-build native
	cp target/$$(rustc --print host-tuple)/release/galaverna $(EXE)

# The board and its engine in a folder for any web server (docs/web.md).
site:
	bindings/web/build target/site-engine
	node bindings/web/site/make.mjs target/site-engine target/site

clean:
	cargo clean --target-dir target
	rm -f $(EXE)

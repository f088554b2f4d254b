# Builds the engine for the processor of this machine, as engine testers expect:
# `make EXE=name` leaves a binary of that name here.

EXE ?= galaverna

ifdef EVALFILE
$(error EVALFILE is not supported: each game has its own network, which is part of the program)
endif

.PHONY: all clean

all:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --bin galaverna --target-dir target
	cp target/release/galaverna $(EXE)

clean:
	cargo clean --target-dir target
	rm -f $(EXE)

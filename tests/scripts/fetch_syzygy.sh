#!/bin/sh
# Brings the Syzygy tables of three and four men (4.4 MB) into target/syzygy, out of the source
# archive of python-chess on PyPI. For
#     cargo test --release -- --ignored four_men
# and tests/scripts/win_endings.py.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p target/syzygy
python3 -m pip download --quiet --no-deps --no-binary :all: --dest target chess==1.11.2
tar -xzf target/chess-1.11.2.tar.gz -C target/syzygy --strip-components=4 \
    --wildcards 'chess-1.11.2/data/syzygy/regular/K*'
ls target/syzygy | wc -l

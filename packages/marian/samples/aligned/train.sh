#!/bin/sh
# Trains the model of this folder again: sh train.sh FOLDER, where Python has pymarian, sentencepiece and numpy. About a minute of one processor.
set -e
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
samples=$(dirname "$here")
cd "$1"
python "$here/align.py" > alignment.txt
# Marian writes vocabularies that are missing: it gets a copy.
cp "$samples/vocab.spm" vocab.spm
python -m pymarian train --type transformer --model trained.npz --overwrite --no-reload --seed 1 --cpu-threads 1 --data-threads 1 --workspace 512 \
  --train-sets "$samples/source.txt" "$samples/human.txt" --vocabs vocab.spm vocab.spm --dim-vocabs 1000 1000 --tied-embeddings-all \
  --enc-depth 2 --dec-depth 1 --dim-emb 128 --transformer-dim-ffn 256 --transformer-heads 8 --transformer-ffn-activation relu \
  --transformer-decoder-autoreg rnn --dec-cell ssru --transformer-postprocess dan --transformer-postprocess-emb d \
  --guided-alignment alignment.txt --guided-alignment-weight 0.3 --transformer-guided-alignment-layer last \
  --mini-batch 50 --maxi-batch 6 --mini-batch-round-up false --max-length 200 --after-epochs 120 \
  --learn-rate 0.003 --lr-warmup 40 --clip-norm 1 --cost-type ce-mean-words
python "$here/quantize.py" trained.npz model.bin

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelFileError } from '../files/byte-source.js';
import {
  type ItemToWrite,
  itemTypes,
  modelFile,
  randomItems,
  randomShortlist,
  shortlistFile,
  wordVocabulary,
} from '../model-file.fixture.js';
import { loadModel, type ModelFiles } from './loaded-model.js';
import { DirectTranslator, sampleFile } from './translated.fixture.js';

const shape = { width: 32, feedForward: 32, heads: 2, encoderLayers: 1, decoderLayers: 1, vocabularies: [30] } as const;
const items = randomItems(shape);
const vocabulary = wordVocabulary(30);
const shortlist = randomShortlist(30, 30, 5, 4);
const files: ModelFiles = { model: modelFile(items), vocabularies: [vocabulary], shortlist };

/** The model with another item of a name, or without it. */
const changed = (name: string, change: (item: ItemToWrite) => Partial<ItemToWrite> | undefined): ModelFiles => ({
  ...files,
  model: modelFile(
    items.flatMap((item) => {
      if (item.name !== name) return [item];
      const other = change(item);
      return other === undefined ? [] : [{ ...item, ...other }];
    }),
  ),
});
const configured = (setting: string, value: string): ModelFiles =>
  changed('special:model.yml', ({ bytes }) => {
    const text = Buffer.from(bytes)
      .toString()
      .replace(new RegExp(`^${setting}:.*$`, 'm'), `${setting}: ${value}`);
    return { bytes: Buffer.from(text), shape: [text.length] };
  });
/** The model with a number of 64 bits in it. */
const withNumber = (offset: number, value: bigint): ModelFiles => {
  const model = Buffer.from(files.model);
  model.writeBigUInt64LE(value, offset);
  return { ...files, model };
};
const floatsOf = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const withFloat = (name: string, value: number): ModelFiles =>
  changed(name, ({ bytes }) => ({ bytes: Buffer.concat([floatsOf(value), bytes.subarray(4)]) }));
const withShortlist = (bytes: Uint8Array): ModelFiles => ({ ...files, shortlist: bytes });
const withShortlistNumber = (offset: number, value: bigint): ModelFiles => {
  const bytes = Buffer.from(shortlist);
  bytes.writeBigUInt64LE(value, offset);
  return withShortlist(bytes);
};
const lists = (token: number): number[][] => Array.from({ length: 30 }, () => [token]);
const huge = 0xffff_ffff_ffff_ffffn;

const refused: [name: string, files: ModelFiles, message: RegExp][] = [
  ['an empty model', { ...files, model: new Uint8Array(0) }, /^The model is no model of Marian: it is too short\.$/],
  ['another version', withNumber(0, 2n), /of version 1/],
  ['a text', { ...files, model: Buffer.from('name: model\n'.repeat(9)) }, /of version 1/],
  ['no tensors', withNumber(8, 0n), /0 tensors/],
  ['as many tensors as can be said', withNumber(8, huge), /tensors; from 1 to 4096/],
  ['a name of 4 GB', withNumber(16, 0xffff_ffffn), /name of 4294967295 bytes/],
  ['a name that ends elsewhere', withNumber(16, 9n), /does not end where it says|cut|name/],
  ['an unknown type', withNumber(24, 0x4202n), /type that is not read/],
  ['a rank of 4 billion', withNumber(32, 0xffff_ffffn), /4294967295 dimensions/],
  ['data of 4 GB', withNumber(40, 0xffff_ffffn), /is cut/],
  ['endless data', withNumber(40, huge), /is cut/],
  ['data that are too few', withNumber(40, 3n), /3 bytes for the 960 numbers|numbers of/],
  ['a tensor twice', { ...files, model: modelFile([...items, ...items.slice(0, 1)]) }, /twice/],
  ['no configuration', changed('special:model.yml', () => undefined), /no configuration/],
  ['no embeddings', changed('Wemb', () => undefined), /does not have decoder_Wemb/],
  ['no bias', changed('decoder_ff_logit_out_b', () => undefined), /does not have decoder_ff_logit_out_b/],
  ['no multiplier', changed('encoder_l1_self_Wq_QuantMultA', () => undefined), /encoder_l1_self_Wq_QuantMultA/],
  ['a matrix of another shape', changed('encoder_l1_ffn_W1', () => ({ shape: [16, 64] })), /int8 of 16 × 64/],
  ['a matrix of a size below 0', changed('encoder_l1_ffn_W1', () => ({ shape: [-32, -32] })), /without a size/],
  ['a vector of three dimensions', changed('encoder_l1_self_bq', () => ({ shape: [1, 1, 32] })), /1 × 1 × 32/],
  [
    'floats for weights',
    changed('encoder_l1_self_Wq', () => ({ type: itemTypes.float32, bytes: new Uint8Array(4_096) })),
    /as float32/,
  ],
  [
    'a shape whose product is beyond 2 ** 53',
    changed('Wemb', () => ({ shape: [0x7fff_ffff, 0x7fff_ffff] })),
    /bytes for the/,
  ],
  [
    'NaN in a bias',
    withFloat('encoder_l1_self_bq', Number.NaN),
    /has NaN in encoder_l1_self_bq; from -1000000 to 1000000 is right/,
  ],
  ['an endless scale', withFloat('encoder_l1_ffn_ffn_ln_scale', Number.POSITIVE_INFINITY), /has Infinity in/],
  ['a bias whose sums would be endless', withFloat('decoder_ff_logit_out_b', -3e38), /has -3\.\d+e\+38 in decoder_ff/],
  [
    'a multiplier whose products would be endless',
    withFloat('encoder_l1_self_Wq_QuantMultA', 1e-20),
    /e-2\d as the multiplier/,
  ],
  ['a multiplier of NaN', withFloat('none_QuantMultA', Number.NaN), /NaN as the multiplier/],
  ['two multipliers', changed('none_QuantMultA', ({ bytes }) => ({ shape: [1, 2], bytes })), /float32 of 1 × 2/],
  [
    'a multiplier of eight bits that is 0',
    {
      ...files,
      model: modelFile(
        items.flatMap((item) => {
          if (item.name === 'none_QuantMultA') return [];
          return item.name === 'Wemb_QuantMultA' ? [{ ...item, bytes: Buffer.from(item.bytes).fill(0, 0, 1) }] : [item];
        }),
      ),
    },
    /has 0 as Wemb_QuantMultA/,
  ],
  ['a multiplier of 0', withFloat('encoder_l1_ffn_W2_QuantMultA', 0), /0 as the multiplier/],
  ['a multiplier below 0', withFloat('encoder_l1_ffn_W2_QuantMultA', -4), /-4 as the multiplier/],
  [
    'a multiplier of weights that is endless',
    changed('encoder_l1_ffn_W2', ({ bytes }) => ({ bytes: Buffer.from(bytes).fill(floatsOf(Infinity), 1_024, 1_028) })),
    /Infinity as the multiplier/,
  ],
  ['another decoder', configured('dec-cell', 'gru'), /dec-cell is "gru"/],
  ['another network', configured('type', 's2s'), /type is "s2s"/],
  ['another activation', configured('transformer-ffn-activation', 'swish'), /activation is "swish"/],
  ['normalization in front', configured('transformer-preprocess', '"n"'), /preprocess is "n"/],
  ['no layers', configured('enc-depth', '0'), /"0" for enc-depth/],
  ['layers that are no number', configured('enc-depth', '1e9'), /"1e9" for enc-depth/],
  ['more layers than there are', configured('enc-depth', '3'), /does not have encoder_l2/],
  ['a width of 4 billion', configured('dim-emb', '4294967296'), /for dim-emb/],
  ['a width that is no multiple of 16', configured('dim-emb', '40'), /multiples of 16/],
  ['heads that do not divide the width', configured('transformer-heads', '3'), /multiples of 16 in each head/],
  ['a vocabulary of another size', { ...files, vocabularies: [wordVocabulary(31)] }, /has 31 pieces; its model has 30/],
  ['a second vocabulary of another size', { ...files, vocabularies: [vocabulary, wordVocabulary(9)] }, /has 9 pieces/],
  [
    'an empty shortlist',
    withShortlist(new Uint8Array(0)),
    /^The shortlist is no shortlist of Marian: it is too short\.$/,
  ],
  ['another file as a shortlist', withShortlist(sampleFile('vocab.spm')), /no binary shortlist/],
  ['a shortlist of other vocabularies', withShortlist(sampleFile('lex.bin')), /lists for 1000 tokens/],
  ['a shortlist of 4 billion lists', withShortlistNumber(32, 0xffff_ffffn), /lists for 4294967294 tokens/],
  ['a shortlist of endless tokens', withShortlistNumber(40, huge), /is cut/],
  ['a shortlist that takes all', withShortlistNumber(16, huge), /always takes the first/],
  ['a shortlist that takes none', withShortlistNumber(16, 0n), /always takes the first 0/],
  ['a shortlist with another sum', withShortlistNumber(8, 7n), /is damaged/],
  [
    'a shortlist with something behind',
    withShortlist(Buffer.concat([shortlist, Buffer.alloc(64)])),
    /behind its lists/,
  ],
  ['a shortlist that names no token', withShortlist(shortlistFile(5, lists(30))), /names token 30/],
];

describe('a model is refused with a sentence', () => {
  it('but the whole one is not', () => {
    expect(loadModel(files, 1, 8).network.shape).toMatchObject({ width: 32, tied: true });
  });

  it('nor is one whose output layer has the multiplier of the embeddings, in eight bits', () => {
    const { output } = loadModel(
      changed('none_QuantMultA', () => undefined),
      1,
      8,
    ).network;
    expect(output.multiplier).toBeCloseTo(25, 5);
  });

  it.each(refused)('%s', (_, bad, message) => {
    expect(() => loadModel(bad, 1, 8)).toThrow(ModelFileError);
    expect(() => loadModel(bad, 1, 8)).toThrow(message);
  });

  it('cut at any byte', () => {
    fc.assert(
      fc.property(fc.nat(files.model.length - 1), fc.nat(shortlist.length - 1), (model, list) => {
        const cut = { ...files, model: (files.model as Uint8Array).subarray(0, model) };
        expect(() => loadModel(cut, 1, 8)).toThrow(ModelFileError);
        expect(() => loadModel(withShortlist(shortlist.subarray(0, list)), 1, 8)).toThrow(ModelFileError);
      }),
      { numRuns: 200 },
    );
  });

  it('a path where no file is: nothing, a folder, a pipe, a device that never ends', () => {
    const folder = mkdtempSync(join(tmpdir(), 'marian-'));
    try {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      const at = (model: string) => () => loadModel({ ...files, model }, 1, 8);
      expect(at(join(folder, 'nothing'))).toThrow(/nothing cannot be opened \(ENOENT\)\.$/);
      for (const model of [folder, join(folder, 'pipe'), '/dev/zero']) expect(at(model)).toThrow(/is not a file/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('damaged in any byte it is refused, or translates with tokens of its own', () => {
    const model = files.model as Uint8Array;
    const place = fc.oneof(fc.nat(4_000), fc.nat(model.length - 1));
    fc.assert(
      fc.property(fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = Buffer.from(model);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          const translator = new DirectTranslator({ ...files, model: bytes });
          const tokens = translator.tokensOf('w3 w4 w29');
          const [translated] = translator.translate([{ tokens, limit: 10, withAlignment: true }]);
          expect(translated?.tokens.every((token) => token < 30)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ModelFileError);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('with numbers at the bounds it is refused, or all that it computes are numbers, and none the unknown token', () => {
    const edges = [1e6, -1e6, 1e9, 1e-3, 3e38, -3e38, 1e-45, 0];
    const isShare = (value: number): boolean => value >= 0 && value <= 1.00001;
    const change = fc.record({ item: fc.nat(items.length - 2), value: fc.constantFrom(...edges) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const changed = items.map((item, index) => {
          const value = changes.find((one) => one.item === index)?.value;
          if (value === undefined || item.type === itemTypes.bytes) return item;
          const numbers = item.shape.reduce((product, size) => product * size, 1);
          const bytes = Buffer.from(item.bytes);
          // Of weights the multiplier alone, which stands behind them.
          if (item.type === itemTypes.int8) bytes.writeFloatLE(value, numbers);
          else for (let at = 0; at < numbers; at += 1) bytes.writeFloatLE(value, 4 * at);
          return { ...item, bytes };
        });
        try {
          const translator = new DirectTranslator({ ...files, model: modelFile(changed) });
          const tokens = translator.tokensOf('w3 w4 w29');
          const [translated] = translator.translate([{ tokens, limit: 10, withAlignment: true }]);
          expect(translated?.tokens).not.toContain(1);
          expect(translated?.probabilities.every(isShare)).toBe(true);
          expect(isShare(translated?.endProbability ?? 0)).toBe(true);
          expect(translated?.alignment.every((row) => row.every(isShare))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ModelFileError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('a damaged shortlist is refused', () => {
    fc.assert(
      fc.property(fc.nat(shortlist.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const bytes = Buffer.from(shortlist);
        bytes[at] = (bytes[at] ?? 0) ^ difference;
        expect(() => loadModel(withShortlist(bytes), 1, 8)).toThrow(ModelFileError);
      }),
    );
  });
});

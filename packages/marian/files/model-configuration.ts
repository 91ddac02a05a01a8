import type { ModelItem } from './binary-model.js';
import type { ByteSource } from './byte-source.js';

/** Sizes of a network, from the configuration that is in its model. */
export interface NetworkShape {
  /** Numbers for a token, a multiple of 16. */
  width: number;
  /** Numbers in the middle of a feed-forward layer. */
  feedForward: number;
  heads: number;
  encoderLayers: number;
  decoderLayers: number;
  sourceVocabulary: number;
  targetVocabulary: number;
  /** Whether both languages have the same embeddings. */
  tied: boolean;
}

/** Settings with the values that this package computes; others would be another network. */
const understood: Record<string, readonly string[]> = {
  type: ['transformer'],
  'dec-cell': ['ssru'],
  'transformer-decoder-autoreg': ['rnn'],
  'transformer-ffn-activation': ['relu'],
  'transformer-preprocess': [''],
  'transformer-postprocess': ['dan', 'da', 'an'],
  'transformer-postprocess-emb': ['d', ''],
  'transformer-postprocess-top': [''],
  'transformer-ffn-depth': ['2'],
  'transformer-decoder-ffn-depth': ['0', '2'],
  'transformer-decoder-dim-ffn': ['0'],
  'transformer-depth-scaling': ['false'],
  'transformer-train-position-embeddings': ['false'],
  'transformer-disable-position-embeddings': ['false'],
  'transformer-no-projection': ['false'],
  'transformer-no-bias': ['false'],
  'transformer-no-affine': ['false'],
  'transformer-rnn-projection': ['false'],
  'transformer-pool': ['false'],
  'dec-cell-base-depth': ['2'],
  'layer-normalization': ['false'],
  'output-omit-bias': ['false'],
  'right-left': ['false'],
  ulr: ['false'],
  'factors-dim-emb': ['0'],
  'lemma-dim-emb': ['0'],
};

/** Settings without which nothing is known. */
const required = ['type', 'dec-cell', 'transformer-decoder-autoreg', 'transformer-postprocess'];

const bounds = { width: 2_048, feedForward: 8_192, heads: 64, layers: 24, vocabulary: 262_144 };

const unquoted = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;

/** Marian's configuration: `key: value` a line, lists with ` - value` below their key. Comments, depth and anchors do not occur. */
const readYaml = (text: string): Map<string, string[]> => {
  const settings = new Map<string, string[]>();
  let list: string[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const isItem = trimmed.startsWith('- ');
    const colon = trimmed.indexOf(':');
    if (!isItem && (line !== line.trimStart() || colon < 0)) continue;
    const written = isItem ? trimmed.slice(2) : trimmed.slice(colon + 1);
    const value = unquoted(written.trim());
    if (isItem) list.push(value);
    else {
      list = value === '' ? [] : [value];
      settings.set(trimmed.slice(0, colon), list);
    }
  }
  return settings;
};

/** Reads the shape of the network; throws `ModelFileError` for one that this package does not compute. */
export const readConfiguration = (source: ByteSource, items: ReadonlyMap<string, ModelItem>): NetworkShape => {
  const item = items.get('special:model.yml');
  if (item?.type !== 'bytes') return source.refuse('has no configuration (special:model.yml)');
  if (item.count > 65_536) source.refuse(`has a configuration of ${item.count} bytes`);
  const bytes = new Uint8Array(item.count);
  source.read(item.position, bytes);
  const settings = readYaml(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''));

  for (const key of required) {
    if (!settings.has(key)) source.refuse(`does not say its ${key}`);
  }
  for (const [key, values] of Object.entries(understood)) {
    const value = settings.get(key)?.join(' ') ?? values[0] ?? '';
    if (!values.includes(value))
      source.refuse(`is a network that is not supported: ${key} is ${JSON.stringify(value.slice(0, 40))}`);
  }
  if ((settings.get('transformer-tied-layers') ?? []).some((value) => value !== '[]'))
    source.refuse('is a network that is not supported: it has tied layers');

  const wholeNumber = (key: string, maximum: number, index = 0): number => {
    const value = settings.get(key)?.[index] ?? '';
    const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > maximum)
      source.refuse(`says ${JSON.stringify(value.slice(0, 40))} for ${key}; from 1 to ${maximum} is supported`);
    return number;
  };
  const shape: NetworkShape = {
    width: wholeNumber('dim-emb', bounds.width),
    feedForward: wholeNumber('transformer-dim-ffn', bounds.feedForward),
    heads: wholeNumber('transformer-heads', bounds.heads),
    encoderLayers: wholeNumber('enc-depth', bounds.layers),
    decoderLayers: wholeNumber('dec-depth', bounds.layers),
    sourceVocabulary: wholeNumber('dim-vocabs', bounds.vocabulary),
    targetVocabulary: wholeNumber('dim-vocabs', bounds.vocabulary, 1),
    tied: items.has('Wemb'),
  };
  if (shape.width % 16 !== 0 || shape.feedForward % 16 !== 0 || shape.width % (16 * shape.heads) !== 0)
    source.refuse('is a network that is not supported: its widths are no multiples of 16 in each head');
  return shape;
};

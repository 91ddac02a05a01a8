import { readBinaryModel } from '../files/binary-model.js';
import { ByteSource } from '../files/byte-source.js';
import { type NetworkShape, readConfiguration } from '../files/model-configuration.js';

type Vector = number[];

/** Weights as floats or whole numbers, an output after the other. */
interface PlainMatrix {
  outputs: number[][];
  bias: Vector;
  multiplier: number;
  scale: number;
}

/**
 * The network in plain arithmetic, as it is described, slowly: loops over numbers of 64 bits and the functions of `Math`. What it shares
 * with the product is the reading of the file.
 */
export class PlainPass {
  private readonly shape: NetworkShape;
  private readonly floats: (name: string) => Vector;
  private readonly rows: (name: string) => { rows: number[][]; multiplier: number };
  private readonly known = new Map<string, PlainMatrix>();
  private readonly outputMultiplier: number;

  constructor(bytes: Uint8Array) {
    const source = ByteSource.open(bytes, 'The model');
    const items = readBinaryModel(source);
    this.shape = readConfiguration(source, items);
    const itemOf = (name: string) => items.get(name) ?? source.refuse(`has no ${name}`);
    this.floats = (name) => {
      const { position, count } = itemOf(name);
      const view = source.view(position, 4 * count);
      return Array.from({ length: count }, (_, index) => view.getFloat32(4 * index, true));
    };
    if (items.has('none_QuantMultA')) this.outputMultiplier = this.floats('none_QuantMultA')[0] ?? 0;
    else {
      const view = source.view(itemOf('decoder_Wemb_QuantMultA').position, 5);
      this.outputMultiplier = view.getInt8(0) / view.getFloat32(1, true);
    }
    this.rows = (name) => {
      const {
        position,
        count,
        shape: [first = 0, second = 0],
      } = itemOf(name);
      const view = source.view(position, count + 4);
      // Embeddings stand as their shape says, all other weights the other way round.
      const length = name.endsWith('Wemb') ? second : first;
      const rows = Array.from({ length: count / length }, (_, row) =>
        Array.from({ length }, (_, column) => view.getInt8(row * length + column)),
      );
      return { rows, multiplier: view.getFloat32(count, true) };
    };
  }

  /** The likeliest tokens one after another, without the end. */
  translate(tokens: readonly number[], limit: number, candidates: readonly number[], endToken: number): number[] {
    const { width, decoderLayers } = this.shape;
    const encoded = this.encode(tokens);
    const cells = Array.from({ length: decoderLayers }, () => new Array<number>(width).fill(0));
    const written: number[] = [];
    while (written.length < limit) {
      const scores = this.step(cells, encoded, written, candidates);
      const token = candidates[scores.indexOf(Math.max(...scores))] ?? endToken;
      if (token === endToken) break;
      written.push(token);
    }
    return written;
  }

  private encode(tokens: readonly number[]): Vector[] {
    let x = tokens.map((token, position) => this.embedded('encoder_Wemb', token, position));
    for (let layer = 1; layer <= this.shape.encoderLayers; layer += 1) {
      const name = `encoder_l${layer}`;
      const rows = x;
      x = x.map((row) => this.attended(`${name}_self`, row, rows)).map((row) => this.fedForward(`${name}_ffn`, row));
    }
    return x;
  }

  /** Changes the cells. */
  private step(cells: Vector[], encoded: Vector[], written: readonly number[], candidates: readonly number[]): Vector {
    let x = this.embedded('decoder_Wemb', written.at(-1), written.length);
    for (const [index, cell] of cells.entries()) {
      const name = `decoder_l${index + 1}`;
      const gates = this.product(`${name}_rnn_Wf`, `${name}_rnn_bf`, x).map((value) => 1 / (1 + Math.exp(-value)));
      const inputs = this.product(`${name}_rnn_W`, undefined, x);
      for (const [column, gate] of gates.entries())
        cell[column] = gate * (cell[column] ?? 0) + (1 - gate) * (inputs[column] ?? 0);
      x = this.normalized(
        `${name}_rnn_ffn`,
        x,
        cell.map((value) => Math.max(0, value)),
      );
      x = this.attended(`${name}_context`, x, encoded);
      x = this.fedForward(`${name}_ffn`, x);
    }
    const { outputs, bias, multiplier, scale } = this.output();
    const whole = x.map((value) => toEightBits(value * multiplier));
    return candidates.map((token) => dot(whole, outputs[token] ?? []) * scale + (bias[token] ?? 0));
  }

  private table(name: string): { rows: number[][]; multiplier: number } {
    return this.rows(this.shape.tied ? 'Wemb' : name);
  }

  private embedded(name: string, token: number | undefined, position: number): Vector {
    const { width } = this.shape;
    const half = width / 2;
    const key = `${name} as numbers`;
    const { outputs, multiplier } = this.once(key, () => {
      const { rows, multiplier } = this.table(name);
      return { outputs: rows, bias: [], multiplier, scale: 0 };
    });
    return Array.from({ length: width }, (_, column) => {
      const angle = position * 10_000 ** (-(column % half) / (half - 1));
      const wave = column < half ? Math.sin(angle) : Math.cos(angle);
      const own = token === undefined ? 0 : (outputs[token]?.[column] ?? 0) / multiplier;
      return own * Math.sqrt(width) + wave;
    });
  }

  private once(key: string, make: () => PlainMatrix): PlainMatrix {
    const matrix = this.known.get(key) ?? make();
    this.known.set(key, matrix);
    return matrix;
  }

  private output(): PlainMatrix {
    return this.once('output', () => {
      const { rows, multiplier: unit } = this.table('decoder_Wemb');
      const multiplier = this.outputMultiplier;
      return { outputs: rows, bias: this.floats('decoder_ff_logit_out_b'), multiplier, scale: 1 / (multiplier * unit) };
    });
  }

  private product(name: string, bias: string | undefined, x: Vector): Vector {
    const matrix = this.once(name, () => {
      const { rows, multiplier: unit } = this.rows(name);
      const [multiplier = 1] = this.floats(`${name}_QuantMultA`);
      const biases = bias === undefined ? [] : this.floats(bias);
      return { outputs: rows, bias: biases, multiplier, scale: 1 / (multiplier * unit) };
    });
    const whole = x.map((value) => toEightBits(value * matrix.multiplier));
    return matrix.outputs.map((weights, index) => dot(whole, weights) * matrix.scale + (matrix.bias[index] ?? 0));
  }

  private normalized(name: string, x: Vector, added: Vector): Vector {
    const sums = x.map((value, index) => value + (added[index] ?? 0));
    const mean = average(sums);
    const deviation = Math.sqrt(average(sums.map((value) => (value - mean) ** 2)) + 1e-6);
    const scale = this.floats(`${name}_ln_scale`);
    const bias = this.floats(`${name}_ln_bias`);
    return sums.map((value, index) => ((value - mean) / deviation) * (scale[index] ?? 0) + (bias[index] ?? 0));
  }

  private attended(name: string, x: Vector, rows: readonly Vector[]): Vector {
    const { width, heads } = this.shape;
    const size = width / heads;
    const query = this.product(`${name}_Wq`, `${name}_bq`, x);
    const keys = rows.map((row) => this.product(`${name}_Wk`, `${name}_bk`, row));
    const values = rows.map((row) => this.product(`${name}_Wv`, `${name}_bv`, row));
    const mixed: Vector = [];
    for (let begin = 0; begin < width; begin += size) {
      const part = (row: Vector): Vector => row.slice(begin, begin + size);
      const scores = keys.map((key) => dot(part(query), part(key)) / Math.sqrt(size));
      const exponentials = scores.map((score) => Math.exp(score - Math.max(...scores)));
      const sum = exponentials.reduce((one, other) => one + other, 0);
      for (let column = begin; column < begin + size; column += 1)
        mixed.push(
          dot(
            exponentials,
            values.map((value) => value[column] ?? 0),
          ) / sum,
        );
    }
    return this.normalized(`${name}_Wo`, x, this.product(`${name}_Wo`, `${name}_bo`, mixed));
  }

  private fedForward(name: string, x: Vector): Vector {
    const middle = this.product(`${name}_W1`, `${name}_b1`, x).map((value) => Math.max(0, value));
    return this.normalized(`${name}_ffn`, x, this.product(`${name}_W2`, `${name}_b2`, middle));
  }
}

const average = (values: Vector): number => values.reduce((one, other) => one + other, 0) / values.length;

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

/** The nearest whole number from -127 to 127, of two as near the even one. */
export const toEightBits = (value: number): number => {
  const single = Math.fround(value);
  const low = Math.floor(single);
  const rest = single - low;
  const whole = rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
  return Math.min(127, Math.max(-127, whole));
};

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject, requireServers } from '../../test/servers/installed.js';
import { compileKernel, instantiateKernel } from './kernel/kernel.js';
import { translateInProcess } from './measured-translation.fixture.js';
import {
  modelFile,
  randomItems,
  randomNumbers,
  randomSentence,
  randomShortlist,
  realShapes,
  type ShapeToWrite,
  wordVocabulary,
} from './model-file.fixture.js';
import { BatchTranslation, type ChosenToken } from './network/batch-translation.js';
import { loadModel } from './network/loaded-model.js';
import {
  alignedModel,
  DirectTranslator,
  referenceLimit,
  sampleLines,
  tinyModel,
  usualLimit,
} from './network/translated.fixture.js';

const tools = inProject('marian-tools-1');
const sample = (name: string): string => fileURLToPath(new URL(`./samples/${name}`, import.meta.url));
const lines = sampleLines('source.txt');
const equals = (one: readonly string[], other: readonly string[]): number =>
  one.filter((text, index) => text === other[index]).length;

beforeAll(() => requireServers(['marian-tools']));

describe.each([
  ['with a shortlist', true, 'bergamot-shortlist.txt'],
  ['without a shortlist', false, 'bergamot-all.txt'],
])('the 300 lines of the tiny model %s', (_, withShortlist, answers) => {
  const translator = new DirectTranslator(tinyModel(withShortlist));

  it('have the answers of Bergamot, one sentence at a time', () => {
    const files = {
      model: sample('model.bin'),
      vocabularies: [sample('vocab.spm')],
      shortlist: withShortlist ? sample('lex.bin') : undefined,
    };
    const { texts } = translateInProcess('bergamot', { tools, files, lines, batch: 1 });
    expect(texts).toEqual(sampleLines(answers));
    expect(equals(translator.texts(lines, 1, referenceLimit), texts)).toBeGreaterThanOrEqual(299);
  });

  it('are translated as people did with the usual limit', () => {
    expect(equals(translator.texts(lines, 8, usualLimit), sampleLines('human.txt'))).toBeGreaterThanOrEqual(286);
  });
});

describe('the model whose alignment is trained', () => {
  it('has the answers of Bergamot, one sentence at a time', () => {
    const files = {
      model: sample('aligned/model.bin'),
      vocabularies: [sample('vocab.spm')],
      shortlist: sample('lex.bin'),
    };
    const { texts } = translateInProcess('bergamot', { tools, files, lines, batch: 1 });
    const own = new DirectTranslator(alignedModel(true)).texts(lines, 1, referenceLimit);
    expect(equals(own, texts)).toBeGreaterThanOrEqual(299);
  });
});

/** Writes the tokens that it is given, and notes how far each was below the likeliest. */
class ForcedTranslation extends BatchTranslation {
  readonly differences: number[] = [];
  tokens: readonly number[] = [];

  protected override choose(...given: Parameters<BatchTranslation['choose']>): ChosenToken {
    const best = super.choose(...given);
    const [{ length }] = given;
    const token = this.tokens[length];
    if (token === undefined) return { ...best, token: 0 };
    this.differences.push(best.score - this.scoreOf(token, ...given));
    return { ...best, token };
  }
}

const shapes: [name: string, shape: ShapeToWrite][] = [
  ...Object.entries(realShapes),
  ['of two vocabularies', { ...realShapes.tiny, encoderLayers: 2, vocabularies: [4_000, 4_800] }],
];

/** Bytes of the published models (firefox-translations-models, e7957fc4) whose configuration has so many bytes. */
const published: [name: string, shape: ShapeToWrite, configuration: number, bytes: number][] = [
  ['base-memory, 32,000 pieces', realShapes['base-memory'], 1_339, 31_561_787],
  ['base-memory, 64,000 pieces', { ...realShapes['base-memory'], vocabularies: [64_000] }, 1_339, 43_977_787],
  [
    'base-memory, two vocabularies',
    { ...realShapes['base-memory'], vocabularies: [32_000, 32_000] },
    1_339,
    43_849_787,
  ],
  ['base, 32,000 pieces', realShapes.base, 1_339, 42_992_955],
  ['base, two vocabularies', { ...realShapes.base, vocabularies: [32_000, 32_000] }, 1_339, 59_376_955],
];

describe('random weights', () => {
  it.each(published)('are as many bytes as those of Firefox: %s', (_, shape, configuration, bytes) => {
    const items = randomItems(shape);
    const own = items.find(({ name }) => name === 'special:model.yml')?.bytes.length ?? 0;
    expect(modelFile(items).length - own + configuration).toBe(bytes);
  });
});

describe.each(shapes)('random weights of the shape %s', (_, shape) => {
  const folder = mkdtempSync(join(tmpdir(), 'marian-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('after the same tokens as Bergamot have the same next one, or one as likely within rounding', () => {
    const path = (file: string, bytes: Uint8Array): string => {
      writeFileSync(join(folder, file), bytes);
      return join(folder, file);
    };
    const [source, target = source] = shape.vocabularies;
    const files = {
      model: path('model.bin', modelFile(randomItems(shape))),
      vocabularies: shape.vocabularies.map((size) => path(`${size}.spm`, wordVocabulary(size))) as [string],
      shortlist: path('lex.bin', randomShortlist(source, target, 50, 50)),
    };
    const random = randomNumbers(11);
    const sentences = Array.from({ length: 12 }, () => randomSentence(random, 5 + (random() % 20), source));
    const { texts } = translateInProcess('bergamot', { tools, files, lines: sentences, batch: 1 });
    const model = loadModel(files, 1, 1);
    const [scratch] = model.scratches;
    if (scratch === undefined) throw new Error('no room');
    const translation = new ForcedTranslation(
      instantiateKernel(compileKernel(), model.memory),
      model.memory,
      model.network,
      scratch,
      model.target.end,
    );
    let count = 0;
    for (const [index, sentence] of sentences.entries()) {
      const tokens = Uint32Array.from([...(model.source.encode(sentence) ?? []).map(({ token }) => token), 0]);
      translation.tokens = (texts[index] ?? '').split(' ').map((word) => Number(word.slice(1)));
      count += translation.tokens.length;
      translation.translate([{ tokens, limit: referenceLimit(tokens.length), withAlignment: false }], {
        isCancelled: () => false,
        written: () => {},
        ended: () => {},
      });
    }
    expect(translation.differences).toHaveLength(count);
    const others = translation.differences.filter((difference) => difference > 0);
    expect(others.length).toBeLessThan(count / 50);
    // The best two lie up to 0.05 apart. A change of a millionth in the positions makes as many differences.
    expect(Math.max(...translation.differences)).toBeLessThan(0.03);
  });
});

describe('an answer', () => {
  it('has the same bits from each compiler of V8, with the newest instructions of the processor and without', () => {
    const files = { model: sample('model.bin'), vocabularies: [sample('vocab.spm')], shortlist: sample('lex.bin') };
    const answers = [[], ['--liftoff', '--no-wasm-tier-up'], ['--no-liftoff'], ['--no-enable-avx']].map((options) => {
      const { texts, confidences } = translateInProcess('translator', { tools, files, lines, batch: 8 }, options);
      return { texts, confidences };
    });
    for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0]);
  });
});

describe('the kernel', () => {
  it('is what its source compiles to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'marian-'));
    try {
      const build = fileURLToPath(new URL('./kernel/build.mjs', import.meta.url));
      execFileSync(process.execPath, [build, tools, join(folder, 'kernel.wasm')]);
      const compiled = readFileSync(join(folder, 'kernel.wasm'));
      expect(compiled.equals(readFileSync(new URL('./kernel/kernel.wasm', import.meta.url)))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

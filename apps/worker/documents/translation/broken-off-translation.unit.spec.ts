import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { translationId } from '#test/fakes/document.fixture.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { firstText, lineFormat, source, TranslatorFixture } from './document-translator.fixture.js';
import type { DocumentWork } from './document-translator.js';

let fixture: TranslatorFixture;

beforeEach(() => {
  fixture = new TranslatorFixture();
});

describe('a batch that fails', () => {
  const failingAt = (line: number, before: () => Promise<unknown> = async () => undefined) =>
    new ShoutingEngine({
      instead: async (request) => {
        if (firstText(request) !== `line ${line}`) return undefined;
        await before();
        throw new Error('the engine failed');
      },
    });

  it.each([
    ['the first', 0],
    ['one in the middle', 64 * 5],
    ['the last', 64 * 9],
  ])('a failing batch fails the document, whichever it is: %s', async (_which, line) => {
    await expect(fixture.translatorOn(failingAt(line)).translate(await fixture.workOn(source(640)))).rejects.toThrow(
      'the engine failed',
    );
    expect(fixture.blobs.ids).not.toContain(translationId);
  });

  it('a failing batch fails the document also while it is still being read', async () => {
    const slow = lineFormat(1);
    await expect(fixture.translatorOn(failingAt(0), slow).translate(await fixture.workOn(source(640)))).rejects.toThrow(
      'the engine failed',
    );
    expect(fixture.blobs.ids).not.toContain(translationId);
  });

  it('a failing batch leaves the finished ones for the next try', async () => {
    const work = await fixture.workOn(source(640));
    const engine = failingAt(64 * 9, async () => {
      for (let turns = 0; turns < 100; turns += 1) await turn();
    });
    await expect(fixture.translatorOn(engine).translate(work)).rejects.toThrow();
    expect([...fixture.batches.saved.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('a batch that cannot be stored fails the document', async () => {
    fixture.batches.save = async () => {
      throw new Error('the database is away');
    };
    await expect(fixture.translatorOn(new ShoutingEngine()).translate(await fixture.workOn('one'))).rejects.toThrow(
      'away',
    );
  });
});

describe('a worker that takes over', () => {
  const stopAfter = async (finished: number): Promise<DocumentWork> => {
    const work = await fixture.workOn(source(640));
    await fixture.translatorOn(new ShoutingEngine({ confidenceOf: () => 0.5 })).translate(work);
    for (const number of [...fixture.batches.saved.keys()])
      if (number >= finished) fixture.batches.saved.delete(number);
    await fixture.blobs.delete(translationId);
    return work;
  };

  it('a worker that takes over repeats no batch that was finished', async () => {
    const work = await stopAfter(7);
    const engine = new ShoutingEngine();
    await fixture.translatorOn(engine).translate(work);
    expect(engine.requests.map(firstText)).toEqual(['line 448', 'line 512', 'line 576']);
    expect(fixture.blobs.textOf(translationId)).toBe(`${source(640).toUpperCase()}\n`);
  });

  it('a worker that takes over fills the gaps that batches in flight have left', async () => {
    const work = await stopAfter(10);
    fixture.batches.saved.delete(2);
    fixture.batches.saved.delete(5);
    const engine = new ShoutingEngine();
    await fixture.translatorOn(engine).translate(work);
    expect(engine.requests.map(firstText)).toEqual(['line 128', 'line 320']);
    expect(fixture.blobs.textOf(translationId)).toBe(`${source(640).toUpperCase()}\n`);
  });

  it('a worker that takes over does not use the engine when only the merge was left', async () => {
    const engine = new ShoutingEngine();
    const summary = await fixture.translatorOn(engine).translate(await stopAfter(10));
    expect(engine.requests).toEqual([]);
    expect(summary).toMatchObject({ model: 'shouting-en-es', confidence: 0.5 });
  });

  it('a worker that takes over counts the finished batches into confidence and progress', async () => {
    const progress: number[] = [];
    const work = await stopAfter(5);
    const { confidence } = await fixture.translatorOn(new ShoutingEngine()).translate({
      ...work,
      onProgress: async ({ segmentsDone }) => {
        progress.push(segmentsDone);
      },
    });
    expect(confidence).toBeGreaterThan(0.7);
    expect(confidence).toBeLessThan(0.8);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => count * 64));
  });
});

describe('a stop', () => {
  it('a stop ends the work with its reason, and nothing is stored', async () => {
    const stopping = new AbortController();
    const engine = new ShoutingEngine({
      instead: async (request) => {
        if (firstText(request) === 'line 128') stopping.abort(new Error('the worker stops'));
        request.signal?.throwIfAborted();
        return undefined;
      },
    });
    const work = await fixture.workOn(source(640), { signal: stopping.signal });
    await expect(fixture.translatorOn(engine).translate(work)).rejects.toThrow('the worker stops');
    expect(engine.requests.length).toBeLessThan(10);
    expect(fixture.blobs.ids).not.toContain(translationId);
  });
});

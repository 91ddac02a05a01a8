import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { translationId } from '#test/fakes/document.fixture.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { firstText, lineFormat, source, TranslatorFixture } from './document-translator.fixture.js';
import type { DocumentHost, DocumentWork, FoundSize } from './document-translator.js';

let fixture: TranslatorFixture;

beforeEach(() => {
  fixture = new TranslatorFixture();
});

const workOn = async (format: string, changes?: Partial<DocumentWork>): Promise<DocumentWork> => {
  const work = await fixture.workOn(source(640), changes);
  return { ...work, upload: { ...work.upload, format } };
};

/** Tells when the first translated line is written. */
const writing = (begun: () => void): DocumentHost => {
  const format = lineFormat();
  return {
    ...format,
    async *merge(...given) {
      for await (const line of format.merge(...given)) {
        begun();
        yield line;
      }
      return {};
    },
  };
};

it.each([
  ['pdf', true],
  ['lines', false],
])('a file of the format %s is written while its last segments are translated: %s', async (format, isAlongside) => {
  const begun = Promise.withResolvers<string>();
  let isWritten = false;
  const host = writing(() => {
    isWritten = true;
    begun.resolve('written');
  });
  const engine = new ShoutingEngine({
    instead: async (request) => {
      if (firstText(request) === 'line 576' && isAlongside) await begun.promise;
      if (firstText(request) === 'line 576') expect(isWritten).toBe(isAlongside);
      return undefined;
    },
  });
  await fixture.translatorOn(engine, host).translate(await workOn(format));
  expect(fixture.blobs.textOf(translationId)).toBe(`${source(640).toUpperCase()}\n`);
});

it('a file that cannot be written ends the work of the engine', async () => {
  const host = writing(() => {
    throw new Error('it does not fit');
  });
  const engine = new ShoutingEngine();
  await expect(fixture.translatorOn(engine, host).translate(await workOn('pdf'))).rejects.toThrow('it does not fit');
  expect(engine.requests.length).toBeLessThan(10);
});

it('the size is told when all segments are read, and their number is then that of the progress', async () => {
  const told: (FoundSize | number)[] = [];
  const work = await workOn('lines', {
    onRead: async (found) => void told.push(found),
    onProgress: async ({ segmentsTotal }) => void told.push(segmentsTotal),
  });
  const upload = { ...work.upload, wordCount: 0, segmentCount: 0, characterCount: 64_000 };
  const engine = new ShoutingEngine({
    instead: async (request) => {
      if (firstText(request) === 'line 576') for (let turns = 0; turns < 100; turns += 1) await turn();
      return undefined;
    },
  });
  await fixture.translatorOn(engine).translate({ ...work, upload });
  const size = { wordCount: 1_280, characterCount: source(640).replaceAll('\n', '').length, segmentCount: 640 };
  expect(told).toContainEqual({ size, pageCount: 3, pageCountSource: 'estimate' });
  expect(told[0]).toBeGreaterThan(640);
  expect(told.at(-1)).toBe(640);
});

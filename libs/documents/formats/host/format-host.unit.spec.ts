import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import type { ExtractedSegment, SourceFile } from '../format.port.js';
import { formatTraits } from '../format-registry.js';
import { memoryFile } from '../source-file.js';
import {
  closeHosts,
  extracted,
  hostOf,
  lines,
  merged,
  misbehaving,
  options,
  patience,
  user,
} from './format-host.fixture.js';

const slowToLoad = new URL('./slow-to-load.fixture.ts', import.meta.url);

afterAll(closeHosts);

async function* upperCase(segments: readonly ExtractedSegment[]): AsyncGenerator<Segment, undefined> {
  for (const { parts } of segments) {
    yield parts.map((part) => (part.kind === 'text' ? { kind: 'text', text: part.text.toUpperCase() } : part));
  }
  return undefined;
}

describe('a format host', patience, () => {
  const host = hostOf();

  it('the host lists the formats', async () => {
    const list = await host.formats(user);
    expect(list.map(({ name }) => name)).toEqual(formatTraits.map(({ name }) => name));
    expect(list).toContainEqual({
      name: 'txt',
      mediaType: 'text/plain',
      extensions: ['txt', 'text'],
      options: ['include_source'],
    });
  });

  it('the time that a thread takes to load does not count against its first file', async () => {
    const list = await hostOf({ registry: slowToLoad, jobMs: 4_000 }).formats(user);
    expect(list.map(({ name }) => name)).toContain('txt');
  });

  it('the host detects, extracts and merges in its threads', async () => {
    const file = memoryFile(lines(5000));
    expect(await host.detect(file, 'letter.txt', undefined, user)).toEqual({
      name: 'txt',
      mediaType: 'text/plain',
      extensions: ['txt', 'text'],
      options: ['include_source'],
      isNamedOtherwise: false,
    });
    const segments = await extracted(host, file);
    expect(segments).toHaveLength(5000);
    expect(await merged(host, file, upperCase(segments))).toEqual(lines(5000, 'A LINE OF TEXT'));
  });

  it.each(['html/samples/article.html', 'srt/samples/odd-cues.srt', 'docx/samples/structures.docx'])(
    'the file %s comes back unchanged when its text is unchanged',
    async (sample) => {
      const bytes = readFileSync(new URL(`../${sample}`, import.meta.url));
      const { name } = await host.detect(memoryFile(bytes), sample, undefined, user);
      const segments = await extracted(host, memoryFile(bytes), name);
      expect(segments.length).toBeGreaterThan(0);
      const same = segments.map(({ parts }) => parts)[Symbol.iterator]();
      const translations: AsyncIterator<Segment, undefined> = { next: async () => same.next() };
      const chunks: Uint8Array[] = [];
      const languages = { sourceLanguage: 'en', targetLanguage: 'en' };
      for await (const chunk of host.merge(name, memoryFile(bytes), { ...options, ...languages }, translations, user)) {
        chunks.push(chunk);
      }
      expect(Buffer.concat(chunks)).toEqual(bytes);
    },
  );

  it('the host makes files of another format in its threads', async () => {
    const srt = memoryFile(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n'));
    const chunks: Uint8Array[] = [];
    for await (const chunk of host.convert('srt', 'vtt', srt, { language: 'en' }, user)) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n');
    const damaged = host.convert('json', 'yaml', memoryFile(Buffer.from('{')), { language: 'en' }, user);
    await expect(damaged.next()).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
    const unknown = host.convert('srt', 'docx', srt, { language: 'en' }, user);
    await expect(unknown.next()).rejects.toMatchObject({ name: 'UnsupportedFormatError' });
  });

  it('the host tells why files of a format cannot be written in a language', async () => {
    expect((await host.formats(user)).filter(({ dependsOnTarget }) => dependsOnTarget).map(({ name }) => name)).toEqual(
      ['pdf'],
    );
    expect(await host.missingFor('pdf', 'ii', user)).toBe(
      'There is no font in which a PDF could be set in the target language.',
    );
    expect(await host.missingFor('pdf', 'es', user)).toBeUndefined();
    expect(await host.missingFor('txt', 'ii', user)).toBeUndefined();
  });

  it('the host counts a file in its threads, and is told what was counted so far', async () => {
    const counts = await Array.fromAsync(host.count('txt', memoryFile(lines(5000)), options, user));
    expect(counts.length).toBeGreaterThan(2);
    expect(counts.at(-1)).toMatchObject({ words: 20_000, characters: 70_000, segments: 5_000 });
  });

  it('an extraction returns the summary of its format', async () => {
    const extraction = host.extract('txt', memoryFile(lines(1)), options, user);
    let result = await extraction.next();
    while (!result.done) result = await extraction.next();
    expect(result.value).toEqual({});
  });

  it('an error in a file is passed on to the caller', async () => {
    const pdf = memoryFile(Buffer.from('%PDF-1.7'));
    const wrong = { name: 'FormatError', reason: 'invalid', message: 'The file is a PDF, not text.' };
    await expect(extracted(host, pdf)).rejects.toMatchObject(wrong);
    await expect(host.detect(pdf, 'film.mkv', undefined, user)).rejects.toMatchObject({
      name: 'UnsupportedFormatError',
    });
  });

  it('an error of reading the file is passed on to the caller', async () => {
    const gone = new Error('The store is down');
    const file: SourceFile = { size: 10, read: () => Promise.reject(gone) };
    await expect(extracted(host, file)).rejects.toBe(gone);
  });

  it('an error of the source of translations is passed on to the caller', async () => {
    const gone = new Error('The database is down');
    const failing: AsyncIterator<Segment, undefined> = { next: () => Promise.reject(gone) };
    await expect(merged(host, memoryFile(lines(3)), failing)).rejects.toBe(gone);
  });

  it('many jobs run to their end on few threads', async () => {
    const two = hostOf({ threads: 2 });
    const counts = Array.from({ length: 12 }, (_, job) => 100 + job);
    const results = await Promise.all(counts.map((count) => extracted(two, memoryFile(lines(count)))));
    expect(results.map(({ length }) => length)).toEqual(counts);
  });

  it('a job whose output is not read to the end frees its thread', async () => {
    const one = hostOf({ threads: 1 });
    for await (const batch of one.extract('txt', memoryFile(lines(5000)), options, user)) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(await extracted(one, memoryFile(lines(3)))).toHaveLength(3);
  });

  it('the host reads no further ahead than the caller consumes', async () => {
    let read = 0;
    const bytes = lines(500_000);
    const file: SourceFile = {
      size: bytes.length,
      read: async (start, end) => {
        read = Math.max(read, end);
        return bytes.subarray(start, end);
      },
    };
    const extraction = host.extract('txt', file, options, user);
    // To the end for the encoding; from there on, reading begins anew.
    await extraction.next();
    expect(read).toBe(bytes.length);
    read = 0;
    for (let batches = 0; batches < 10; batches += 1) await extraction.next();
    await sleep(50);
    expect(read).toBeLessThan(bytes.length / 10);
    await extraction.return({});
  });
});

describe('a host whose threads cannot be started', patience, () => {
  it('a host whose threads cannot be started does not blame the file', async () => {
    const host = hostOf({ registry: new URL('./no-such-module.ts', import.meta.url) });
    await expect(extracted(host, memoryFile(lines(1)))).rejects.toThrow('A format thread could not be started');
  });
});

describe('a closed host', patience, () => {
  it('a closed host ends the running jobs and starts no other', async () => {
    const host = hostOf({ registry: misbehaving });
    const job = extracted(host, memoryFile(lines(1)), 'never-answers');
    const ended = expect(job).rejects.toThrow('closed');
    await sleep(50);
    await host.close();
    await ended;
    await expect(extracted(host, memoryFile(lines(1)))).rejects.toThrow('closed');
  });
});

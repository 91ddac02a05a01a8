import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions, type ExtractedSegment, type SourceFile } from '../format.port.js';
import { formatTraits } from '../format-registry.js';
import { memoryFile } from '../source-file.js';
import { createFormatHost, type FormatHost, type ThreadUser } from './format-host.js';

const options = defaultMergeOptions;
const mergeOptions = { ...options, sourceLanguage: 'en', targetLanguage: 'de' };
const patience = { timeout: 60_000 };

const misbehaving = new URL('./misbehaving-formats.fixture.ts', import.meta.url);
const slowToLoad = new URL('./slow-to-load.fixture.ts', import.meta.url);
const hosts: FormatHost[] = [];
const hostOf = (...[settings]: Parameters<typeof createFormatHost>): FormatHost => {
  const host = createFormatHost(settings);
  hosts.push(host);
  return host;
};
afterAll(() => Promise.all(hosts.map((host) => host.close())));

const lines = (count: number, text = 'A line of text') => Buffer.from(`${text}\n`.repeat(count));

const user = { organizationId: 'org_1' };

const extracted = async (host: FormatHost, file: SourceFile, format = 'txt', more: Partial<ThreadUser> = {}) => {
  const segments: ExtractedSegment[] = [];
  for await (const batch of host.extract(format, file, options, { ...user, ...more })) segments.push(...batch);
  return segments;
};

const merged = async (host: FormatHost, file: SourceFile, translations: AsyncIterator<Segment, undefined>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of host.merge('txt', file, mergeOptions, translations, user)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

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

describe('a thread', patience, () => {
  const threadsStartedBy = async (work: () => Promise<void>): Promise<number> => {
    let started = 0;
    const count = (): void => {
      started += 1;
    };
    process.on('worker', count);
    await work().finally(() => process.off('worker', count));
    return started;
  };

  it('a thread is started on demand and reused for the next job', async () => {
    const started = await threadsStartedBy(async () => {
      const host = hostOf({ threads: 4 });
      for (let job = 0; job < 5; job += 1) await extracted(host, memoryFile(lines(1)));
    });
    expect(started).toBe(1);
  });

  it('a thread that has been idle is ended', async () => {
    const started = await threadsStartedBy(async () => {
      const host = hostOf({ threads: 4, idleMs: 20 });
      await extracted(host, memoryFile(lines(1)));
      await sleep(200);
      await extracted(host, memoryFile(lines(1)));
    });
    expect(started).toBe(2);
  });
});

describe('a signal', patience, () => {
  it.each(['never-answers', 'spins'])('a signal ends a job that %s', async (format) => {
    const one = hostOf({ threads: 1, registry: misbehaving });
    const abort = new AbortController();
    const reason = new Error('No longer wanted');
    const job = extracted(one, memoryFile(lines(1)), format, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 50);
    await expect(job).rejects.toBe(reason);
    expect(await extracted(one, memoryFile(lines(2)))).toHaveLength(2);
  });

  it('a signal ends the wait for a thread', async () => {
    const one = hostOf({ threads: 1 });
    const first = one.extract('txt', memoryFile(lines(1000)), options, user);
    await first.next();
    const abort = new AbortController();
    const waiting = extracted(one, memoryFile(lines(1)), 'txt', { signal: abort.signal });
    abort.abort(new Error('No longer wanted'));
    await expect(waiting).rejects.toThrow('No longer wanted');
    await first.return({});
    expect(await extracted(one, memoryFile(lines(2)))).toHaveLength(2);
  });
});

describe('threads that organizations share', patience, () => {
  const [one, other] = [{ organizationId: 'org_1' }, { organizationId: 'org_2' }];

  it('files of one organization, however many and slow, leave a thread to the others', async () => {
    const host = hostOf({ threads: 2, registry: misbehaving });
    const leaving = new AbortController();
    const slow = { ...one, signal: leaving.signal };
    const flood = Array.from({ length: 20 }, () => extracted(host, memoryFile(lines(1)), 'never-answers', slow));
    const ended = Promise.allSettled(flood);
    expect(await extracted(host, memoryFile(lines(3)), 'txt', other)).toHaveLength(3);
    leaving.abort(new Error('The test is over'));
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('a file that gets no thread in time fails with an outage, and the next one does not', async () => {
    const host = hostOf({ threads: 1, waitMs: 50, registry: misbehaving });
    const leaving = new AbortController();
    const slow = extracted(host, memoryFile(lines(1)), 'never-answers', { ...one, signal: leaving.signal });
    const wrong = { name: 'NoSlotError', retryable: true };
    await expect(extracted(host, memoryFile(lines(3)), 'txt', other)).rejects.toMatchObject(wrong);
    leaving.abort(new Error('The test is over'));
    await expect(slow).rejects.toThrow('The test is over');
    expect(await extracted(host, memoryFile(lines(3)), 'txt', other)).toHaveLength(3);
  });
});

describe('a file that makes its format misbehave', patience, () => {
  const limits = { threads: 1, heapMb: 48, stallMs: 60_000, registry: misbehaving };
  const inAHurry = { ...limits, stallMs: 1500 };

  it.each([
    ['spins', 'The file took too long to read.', inAHurry],
    ['backtracks', 'The file took too long to read.', inAHurry],
    ['never-answers', 'The file took too long to read.', inAHurry],
    ['eats-heap', 'The file needed too much memory to read.', limits],
    ['eats-buffers', 'The file needed too much memory to read.', limits],
    ['exits', 'The file could not be read to its end.', limits],
  ])('a thread whose format %s is ended, and the next file is read', async (format, message, settings) => {
    const host = hostOf(settings);
    const wrong = { name: 'FormatError', reason: 'hostile', message };
    await expect(extracted(host, memoryFile(lines(1)), format)).rejects.toMatchObject(wrong);
    expect(await extracted(host, memoryFile(lines(2)))).toHaveLength(2);
  });

  it('a thread that does not find the format of a file is ended long before one that reads it', async () => {
    const host = hostOf(limits);
    const wrong = { name: 'FormatError', reason: 'hostile' };
    await expect(host.detect(memoryFile(lines(1)), 'spins', undefined, user)).rejects.toMatchObject(wrong);
    expect(await host.detect(memoryFile(lines(1)), 'letter', undefined, user)).toMatchObject({ name: 'txt' });
  });

  it('a thread that keeps asking for data is ended when its time is up', async () => {
    const host = hostOf({ ...limits, jobMs: 300 });
    await expect(extracted(host, memoryFile(lines(1)), 'never-ends')).rejects.toMatchObject({ reason: 'hostile' });
  });

  it('an unforeseen error of a format is reported without a word of the text', async () => {
    const host = hostOf(limits);
    for (const [format, name] of [
      ['quotes', 'TypeError'],
      ['overflows', 'RangeError'],
    ] as const) {
      const error: Error = await extracted(host, memoryFile(lines(1)), format).then(
        () => expect.unreachable(),
        (reason: Error) => reason,
      );
      expect(error.message).toBe(`A document format failed with ${name}`);
      expect(error.stack).not.toContain('secret');
      expect(error.stack).toContain('misbehaving-formats');
    }
  });

  it('work that a job leaves behind never reads the next file', async () => {
    const host = hostOf(limits);
    await extracted(host, memoryFile(lines(1)), 'leaves-work-behind');
    const bytes = lines(10);
    const reads: number[] = [];
    const next: SourceFile = {
      size: bytes.length,
      read: async (start, end) => {
        reads.push(end - start);
        await sleep(20);
        return bytes.subarray(start, end);
      },
    };
    expect(await extracted(host, next)).toHaveLength(10);
    expect(reads).not.toContain(1);
  });

  it('the time that the host needs is not counted against the thread', async () => {
    const host = hostOf({ ...limits, stallMs: 800 });
    const bytes = lines(10);
    const slow: SourceFile = {
      size: bytes.length,
      read: async (start, end) => {
        await sleep(1200);
        return bytes.subarray(start, end);
      },
    };
    expect(await extracted(host, slow)).toHaveLength(10);
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

import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { defaultMergeOptions, type SourceFile } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import type { Segment } from '#libs/text/segments/segment.js';

/**
 * A program that reads a file as one format and writes it, each translation equal to its source and kept in a file
 * between, as the worker keeps them. Prints one line of JSON. Arguments: format, a small file to begin with, the file.
 */
export interface DocumentPass {
  extractSeconds: number;
  mergeSeconds: number;
  segments: number;
  pages: number;
  /** Bytes of the process at its highest, above those after the small file. */
  growth: number;
  isSame: boolean;
  error?: string;
}

const host = createFormatHost();
const user = { organizationId: 'org_bench' };
const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };
const [format = '', small = '', path = ''] = process.argv.slice(2);

/** The most that this process has held, in bytes: `getrusage` would count what held the one that started it. */
const highest = (): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? Number.NaN) * 1_024;

const digest = async (chunks: AsyncIterable<Uint8Array>, hash: Hash = createHash('sha256')): Promise<string> => {
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
};

const pass = async (name: string): Promise<Omit<DocumentPass, 'growth'>> => {
  const handle = await open(name);
  const file: SourceFile = {
    size: (await stat(name)).size,
    read: async (start, end) => {
      const target = Buffer.allocUnsafe(Math.min(end - start, 2 ** 20));
      const { bytesRead } = await handle.read(target, 0, target.length, start);
      return target.subarray(0, bytesRead);
    },
  };
  const keptAt = `${name}.segments`;
  try {
    const kept = createWriteStream(keptAt);
    let segments = 0;
    let began = performance.now();
    const extraction = host.extract(format, file, options, user);
    let next = await extraction.next();
    while (!next.done) {
      for (const { parts } of next.value) {
        segments += 1;
        if (!kept.write(`${JSON.stringify(parts)}\n`))
          await new Promise<void>((resolve) => kept.once('drain', () => resolve()));
      }
      next = await extraction.next();
    }
    await new Promise<void>((resolve) => kept.end(() => resolve()));
    const extractSeconds = (performance.now() - began) / 1_000;
    async function* translations(): AsyncGenerator<Segment, undefined> {
      for await (const line of createInterface(createReadStream(keptAt))) yield JSON.parse(line) as Segment;
      return undefined;
    }
    began = performance.now();
    const written = await digest(host.merge(format, file, options, translations(), user));
    const mergeSeconds = (performance.now() - began) / 1_000;
    const isSame = written === (await digest(createReadStream(name)));
    return { extractSeconds, mergeSeconds, segments, pages: next.value.pageCount ?? 0, isSame };
  } finally {
    await handle.close();
    await rm(keptAt, { force: true });
  }
};

await pass(small);
const idle = process.memoryUsage.rss();
let line: Partial<DocumentPass> = {};
try {
  line = await pass(path);
} catch (error) {
  line = { error: error instanceof Error ? error.message : String(error) };
}
console.log(JSON.stringify({ ...line, growth: highest() - idle }));
await host.close();

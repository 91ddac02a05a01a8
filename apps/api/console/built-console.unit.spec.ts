import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BuiltConsole, type ConsoleFile } from './built-console.js';

describe('the built console', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const build = async (page: string, time: number): Promise<void> => {
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'assets/a.js'), 'let a');
    await writeFile(join(folder, 'assets/a.js.br'), brotliCompressSync('let a'));
    await writeFile(join(folder, '.built'), 'a stamp');
    await writeFile(join(folder, 'index.html'), page);
    await utimes(join(folder, 'index.html'), time, time);
  };

  const bodyOf = async (file: ConsoleFile | 'unbuilt' | undefined, encoding = 'identity') => {
    if (file === undefined || file === 'unbuilt') throw new Error('There is such a file');
    const headers: Record<string, string> = {};
    const reply = {
      header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
      getHeader: () => undefined,
    };
    const bytes = await file.body.answer({ headers: { 'accept-encoding': encoding } } as never, reply as never);
    return { bytes, headers };
  };

  it('a console that is not built is that, until it is', async () => {
    const built = new BuiltConsole(folder, (html) => html);
    expect(await built.file('index.html')).toBe('unbuilt');
    await build('<p>', 1_000);
    expect(await built.file('index.html')).toMatchObject({ mediaType: 'text/html; charset=utf-8', isImmutable: false });
  });

  it('a console that is built again is read again, and its page has what the service knows', async () => {
    const built = new BuiltConsole(folder, (html) => html.replace('?', 'here'));
    await build('first ?', 1_000);
    expect(String((await bodyOf(await built.file('index.html'))).bytes)).toBe('first here');
    await build('second ?', 2_000);
    expect(String((await bodyOf(await built.file('index.html'))).bytes)).toBe('second here');
  });

  it('a file goes out as the build compressed it, and one that it did not compress too', async () => {
    await build('<p>', 1_000);
    const file = await new BuiltConsole(folder, (html) => html).file('assets/a.js');
    expect(file).toMatchObject({ mediaType: 'text/javascript; charset=utf-8', isImmutable: true });
    const { bytes, headers } = await bodyOf(file, 'br');
    expect([bytes, headers['Content-Encoding']]).toEqual([brotliCompressSync('let a'), 'br']);
  });

  it.each(['.built', 'assets/a.js.br', 'assets', 'assets/../index.html', 'assets/none.js'])(
    '%s is no file of the console',
    async (path) => {
      await build('<p>', 1_000);
      expect(await new BuiltConsole(folder, (html) => html).file(path)).toBeUndefined();
    },
  );
});

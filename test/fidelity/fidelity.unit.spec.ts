import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import { createFormatHost, type FormatHost } from '#libs/documents/formats/host/format-host.js';
import { readFidelityArguments } from './fidelity-arguments.js';
import { fidelityTable } from './fidelity-table.js';
import { FileChecks, isFailed } from './file-check.js';
import { compareLetters, lettersOf } from './letters.js';
import { severalAtOnce } from './several-at-once.js';

let host: FormatHost;
let folder: string;
beforeAll(async () => {
  host = createFormatHost({ threads: 3 });
  folder = await mkdtemp(join(tmpdir(), 'fidelity-spec-'));
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

const checked = async (name: string, content: string, format: Partial<FormatHost> = {}, limitMs?: number) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return new FileChecks({ ...host, ...format }, folder, limitMs).check(path);
};

const subtitles = '1\n00:00:01,000 --> 00:00:02,000\nGood <i>morning</i>.\n';

describe('the check of a file', { timeout: 60_000 }, () => {
  it('a good file comes back as it was, and every letter of its text is translated', async () => {
    const check = await checked('film.srt', subtitles);
    expect(check).toMatchObject({ format: 'srt', identical: true });
    expect(check.letters).toEqual({ source: 11, translated: 11, changed: 11 });
    expect(check.moved).toEqual({ words: 2, wrong: 0, unpaired: 0 });
    expect(check.structure).toBeUndefined();
    expect(check.memory).toBeGreaterThan(0);
    expect(isFailed(check)).toBe(false);
  });

  it('of a file that keeps its sources the translations are read', async () => {
    const unit = '<trans-unit id="1"><source>Good <g id="2">morning</g></source></trans-unit>';
    const file = `<xliff version="1.2"><file source-language="en"><body>${unit}</body></file></xliff>`;
    const check = await checked('film.xlf', file);
    expect(check).toMatchObject({ format: 'xml', identical: true, moved: { words: 2, wrong: 0, unpaired: 0 } });
    expect(check.letters).toEqual({ source: 11, translated: 11, changed: 11 });
    expect(check.structure).toBeUndefined();
    const other = await checked('film.xlf', file, {
      merge: async function* (...given) {
        const bytes = Buffer.concat(await Array.fromAsync(host.merge(...given)));
        yield Buffer.from(bytes.toString().replace('</source>', '</source><note/>'));
        return {};
      },
    });
    expect(other.structure).toContain('<note/>');
  });

  it('of a file of gettext the translations are read, in the place of its messages', async () => {
    const header = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n';
    const plural = 'msgid "%d boat"\nmsgid_plural "%d boats"\nmsgstr[0] "%d Boot"\nmsgstr[1] "%d Boote"\n';
    const file = `${header}#: deck.c:12\n#, fuzzy\nmsgid "Good morning"\nmsgstr ""\n\n${plural}`;
    const check = await checked('film.po', file);
    expect(check).toMatchObject({ format: 'po', moved: { wrong: 0, unpaired: 0 } });
    expect(check.letters).toEqual({ source: 22, translated: 22, changed: 22 });
    expect(check.structure).toBeUndefined();
    const other = await checked('film.po', file, {
      merge: async function* (...given) {
        const bytes = Buffer.concat(await Array.fromAsync(host.merge(...given)));
        yield Buffer.from(bytes.toString().replace('msgstr "Hppe', 'msgstr "7 '));
        return {};
      },
    });
    expect(other.structure).toBeDefined();
  });

  it('what a merge waits for has a share of its own', async () => {
    const users = { extract: new Set<string>(), merge: new Set<string>() };
    await checked('film.srt', subtitles, {
      extract: (...given) => {
        users.extract.add(given[3].organizationId);
        return host.extract(...given);
      },
      merge: (...given) => {
        users.merge.add(given[4].organizationId);
        return host.merge(...given);
      },
    });
    expect(users.extract.intersection(users.merge)).toEqual(new Set());
  });

  it('a file that takes too long is cut off and named, and the next one is read', async () => {
    const stuck = await checked('film.srt', subtitles, { extract: () => endless() }, 50);
    expect(stuck.fault).toBe('cut off after 0.05 s');
    expect(isFailed(stuck)).toBe(true);
    expect(isFailed(await checked('film.srt', subtitles))).toBe(false);
  });

  it('a format that changes more than the text, or loses words when they move, is a failure', async () => {
    const check = await checked('film.srt', subtitles, {
      merge: async function* (...given) {
        const bytes = Buffer.concat(await Array.fromAsync(host.merge(...given)));
        const text = bytes.toString();
        yield Buffer.from(
          text.includes('Hppe') ? text.replace('00:02,000', '00:03,000') : text.replace('>morning', '>'),
        );
        return {};
      },
    });
    expect(check.structure).toContain('became');
    expect(check.identical).toBe(false);
    expect(check.moved?.wrong).toBe(1);
    expect(isFailed({ ...check, identical: true })).toBe(true);
  });

  it('a file that is refused is no failure, and says why', async () => {
    const check = await checked('report.docx', 'no archive');
    expect(check.refused).toMatch(/^invalid: /);
    expect(isFailed(check)).toBe(false);
    expect((await checked('program.exe', 'MZ')).refused).toMatch(/^unsupported: /);
  });

  it('a format that loses a segment of what it wrote is a failure', async () => {
    let extractions = 0;
    const check = await checked('film.srt', subtitles, {
      extract: (...given) => {
        extractions += 1;
        return extractions === 3 ? withoutSegments() : host.extract(...given);
      },
    });
    expect(check.letters).toEqual({ source: 11, translated: 0, changed: 0 });
    expect(isFailed(check)).toBe(true);
  });

  it('what a conversion adds to any translation is not held against a file of an old format', async () => {
    const check = await checked('film.srt', subtitles, {
      detect: async (...given) => ({ ...(await host.detect(...given)), name: 'doc' }),
      extract: (_format, ...given) => host.extract('srt', ...given),
      merge: async function* (_format, ...given) {
        yield* bytesOf('9\n00:00:00,000 --> 00:00:01,000\nDraft.\n\n');
        return yield* host.merge('srt', ...given);
      },
    });
    expect(check.letters).toEqual({ source: 16, translated: 16, changed: 11 });
  });

  it.each<[string, string, Partial<FormatHost>]>([
    ['writes other bytes', 'identical', { merge: () => bytesOf('something else') }],
    ['writes what it cannot read', 'fault', { merge: () => bytesOf('something else') }],
    ['breaks', 'fault', { detect: () => Promise.reject(new Error('It broke')) }],
  ])('a format that %s is a failure', async (_what, found, format) => {
    const check = await checked('film.srt', subtitles, format);
    expect(isFailed(check)).toBe(true);
    expect(check).toHaveProperty(found);
  });

  it('the table names files, formats and failures', async () => {
    const checks = [
      await checked('film.srt', subtitles),
      { path: join(folder, 'b.txt'), bytes: 1, fault: 'Oh', ms: 1 },
    ];
    const table = fidelityTable(folder, checks);
    expect(table).toMatch(/^film\.srt +srt +same +100 %/m);
    expect(table).toMatch(/^✗ b\.txt: Oh$/m);
    expect(table).toContain('| Identity | 100 % | 100 % (1 of 1 files) | yes |');
    expect(table).toContain('| No error | 0 faults | 50 % (1 of 2 files) | no |');
    expect(table).toContain('| Opens | none lost | not measured |  |');
    expect(table).toMatch(/^\| srt \| 1 \| 0 \| 100 % \| 100 % \| 100 % \| 100 % \| – \| – \| 0 \|/m);
    expect(table).toContain('2 files, 1 failed');
  });
});

async function* withoutSegments() {
  yield [];
  return {};
}

/** Answers when its caller has left. */
async function* endless(): ReturnType<FormatHost['extract']> {
  yield [];
  await new Promise((resolve) => setTimeout(resolve, 100));
  throw new Error('It is over');
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
  return {};
}

describe('letters', () => {
  async function* pieces(...texts: string[]): AsyncGenerator<string, void> {
    yield* texts;
  }

  it.each<[string[], string[], number]>([
    [['ab', 'c'], ['a', '', 'bc'], 3],
    [['abc'], ['axc'], 2],
    [['abc'], ['ab'], 2],
    [['ab'], ['ab', 'c', 'd'], 2],
    [[], [], 0],
  ])('letters are compared wherever they are cut: %j and %j', async (wanted, translated, changed) => {
    expect(await compareLetters(pieces(...wanted), pieces(...translated))).toEqual({
      source: wanted.join('').length,
      translated: translated.join('').length,
      changed,
    });
  });

  it('the letters of segments are those of ASCII, without tags', async () => {
    async function* extraction(): AsyncGenerator<ExtractedSegment[]> {
      yield [
        {
          role: 'body',
          parts: [
            { kind: 'text', text: 'añ 1' },
            { kind: 'single', id: 1 },
          ],
        },
      ];
    }
    expect(await Array.fromAsync(lettersOf(extraction()))).toEqual(['a']);
  });
});

it('the arguments name one folder', () => {
  expect(readFidelityArguments(['files', '--report', 'out.json'])).toEqual({
    folder: 'files',
    report: 'out.json',
    perFormat: 5,
    limit: 60,
    atOnce: expect.any(Number),
  });
  const rest = ['--gallery', 'pictures', '--per-format', '2', '--limit', '9', '--at-once', '3'];
  expect(readFidelityArguments(['files', ...rest])).toMatchObject({
    gallery: 'pictures',
    perFormat: 2,
    limit: 9,
    atOnce: 3,
  });
  expect(() => readFidelityArguments([])).toThrow('FOLDER');
  expect(() => readFidelityArguments(['one', 'two'])).toThrow('FOLDER');
  expect(() => readFidelityArguments(['files', '--at-once', '0'])).toThrow('--at-once N');
});

describe('several at once', () => {
  it('a few items are worked on at a time, and results stand in the order of the items', async () => {
    let running = 0;
    let most = 0;
    const progress: number[] = [];
    const work = async (item: number): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5 - item));
      running -= 1;
      return item * 10;
    };
    expect(await severalAtOnce([1, 2, 3, 4], 2, work, (done) => progress.push(done))).toEqual([10, 20, 30, 40]);
    expect(most).toBe(2);
    expect(progress).toEqual([0, 1, 2, 3, 4]);
  });

  it('after the signal no other item is begun, and what was done is returned', async () => {
    const ended = new AbortController();
    const work = async (item: number): Promise<number> => {
      if (item === 2) ended.abort();
      return item;
    };
    expect(await severalAtOnce([1, 2, 3], 1, work, () => {}, ended.signal)).toEqual([1, 2]);
  });
});

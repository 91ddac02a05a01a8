import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from './model-file.fixture.js';
import { sampleLines, tinyModel } from './network/translated.fixture.js';
import { Translator } from './translator.js';

const built = (name: string): string => new URL(`./dist/${name}`, import.meta.url).href;
const sample = (name: string): string => fileURLToPath(new URL(`./samples/${name}`, import.meta.url));

/** Translates all lines again and again, cancels every third, and prints its anonymous memory after so many rounds each time. */
const program = `
  import { Translator } from '${built('translator.js')}';
  import { ownMemory } from '${built('measured-translation.fixture.js')}';
  const { files, lines, rounds } = JSON.parse(process.argv[1]);
  const translator = await Translator.load(files, { threads: 2 });
  const seen = [];
  for (let round = 1; round <= rounds.at(-1); round += 1) {
    for (let begin = 0; begin < lines.length; begin += 30) {
      await Promise.all(lines.slice(begin, begin + 30).map(async (line, index) => {
        const controller = new AbortController();
        const onToken = index % 3 === 0 ? () => controller.abort() : () => {};
        await translator.translate(line, { alignment: true, signal: controller.signal, onToken }).catch(() => {});
      }));
    }
    if (!rounds.includes(round)) continue;
    globalThis.gc();
    seen.push(ownMemory().anonymous);
  }
  process.stdout.write(JSON.stringify(seen));
  await translator.close();
`;

describe('the memory of a translator', () => {
  it('is the same after 9,000 sentences as after 3,000, also where a third is cancelled', () => {
    const request = {
      files: { model: sample('model.bin'), vocabularies: [sample('vocab.spm')], shortlist: sample('lex.bin') },
      lines: sampleLines('source.txt'),
      rounds: [10, 30],
    };
    // As in the service's processes: V8's usual young generation takes up to 100 MB, whatever is done.
    const young = '--max-semi-space-size=2';
    const options = [young, '--expose-gc', '--input-type=module', '--eval', program, JSON.stringify(request)];
    const [before = 0, after = 0] = JSON.parse(
      execFileSync(process.execPath, options, { encoding: 'utf8' }),
    ) as number[];
    expect(before).toBeGreaterThan(0);
    // A kilobyte that each sentence left behind would be 6 MB.
    expect(after - before).toBeLessThan(6e6);
  });
});

describe('a translator whose callers give up', () => {
  it('answers those that stay, in any order and at any time, and closes with the rest', async () => {
    const lines = sampleLines('source.txt');
    const random = randomNumbers(7);
    const translator = await Translator.load(tinyModel(true), { threads: 2, batch: 5 });
    const answers: string[] = [];
    for (const line of lines) answers.push((await translator.translate(line)).text);
    const given = Array.from({ length: 3_000 }, async (_, index) => {
      const line = index % lines.length;
      const controller = new AbortController();
      const way = random() % 4;
      if (way === 0) void sleep(random() % 400).then(() => controller.abort('later'));
      const onToken = way === 1 ? () => controller.abort('while it is written') : undefined;
      const options = { signal: controller.signal, ...(onToken && { onToken }) };
      const outcome = translator.translate(lines[line] ?? '', options).then(
        ({ text }) => (text === answers[line] ? 'right' : text),
        (reason: unknown) => reason,
      );
      if (way === 2) controller.abort('at once');
      return { way, outcome: await outcome };
    });
    const outcomes = await Promise.all(given);
    const of = (wanted: number): unknown[] =>
      [...new Set(outcomes.filter(({ way }) => way === wanted).map(({ outcome }) => outcome))].sort();
    expect(['right', 'later']).toEqual(expect.arrayContaining(of(0)));
    // A translation of one token ends before it can be cancelled.
    expect(['right', 'while it is written']).toEqual(expect.arrayContaining(of(1)));
    expect(of(1)).toContain('while it is written');
    expect([of(2), of(3)]).toEqual([['at once'], ['right']]);
    const last = lines.map((line) => translator.translate(line).catch((error: Error) => error.message));
    await translator.close();
    expect(await Promise.all(last)).toContain('The translator was closed');
    await translator.close();
  });
});

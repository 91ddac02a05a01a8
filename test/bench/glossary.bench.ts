import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { compileGlossaryAtOnce, type GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { seededRandom } from '#test/e2e/seeded-random.js';
import { keepReport, machineLines } from './machine.js';
import { median } from './quantile.js';
import { wordTexts } from './word-texts.js';

/* Glossaries of growing size compiled and applied; the largest and the most hostile ones too. */
const rounds = Number(process.env.ROUNDS ?? 7);
const seconds = Number(process.env.SECONDS ?? 1);

const languages = { source: 'en', target: 'es' };
const random = seededRandom(1);
const letters = 'etaoinshrdlucmfwypvbgkjqxz';
const word = (): string =>
  Array.from({ length: 3 + Math.floor(random() * 8) }, () => letters[Math.floor(random() ** 2 * 26)]).join('');
const sentence = wordTexts(20, 1);

/** Entries of which one in ten is made of words of the texts, so that a sentence has some. */
const terms = (count: number): GlossaryEntry[] => {
  const known = [
    ...new Set(Array.from({ length: 50 }, sentence).join(' ').toLowerCase().replaceAll('.', '').split(' ')),
  ];
  const sources = new Set<string>();
  while (sources.size < count) {
    const pick = (): string => (random() < 0.1 ? (known[Math.floor(random() * known.length)] ?? '') : word());
    sources.add(Array.from({ length: 1 + Math.floor(random() * 3) }, pick).join(' '));
  }
  return [...sources].map((source) => ({ source, target: `${source} en español` }));
};

const timed = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

const microseconds = (matcher: GlossaryMatcher, texts: readonly Segment[]): number => {
  const rates = Array.from({ length: rounds }, () => {
    const began = performance.now();
    let applied = 0;
    while (performance.now() - began < (seconds * 1_000) / rounds) {
      for (let n = 0; n < 100; n += 1) {
        matcher.apply(texts[applied % texts.length] ?? []);
        applied += 1;
      }
    }
    return ((performance.now() - began) * 1_000) / applied;
  });
  return median(rates);
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of heap and array buffers in use after garbage collection. */
const held = async (): Promise<number> => {
  for (let n = 0; n < 3; n += 1) {
    collectGarbage();
    await sleep(50);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const heldBy = async <T>(make: () => T): Promise<{ made: T; bytes: number }> => {
  const before = await held();
  const made = make();
  return { made, bytes: (await held()) - before };
};

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
const segment = (text: string): Segment => [{ kind: 'text', text }];
const sentences = Array.from({ length: 1_000 }, () => segment(sentence()));
const plain = compileGlossaryAtOnce([], languages);

const ordinary: string[] = [];
for (const count of [10, 100, 1_000, 10_000]) {
  const entries = terms(count);
  const compiled = median(Array.from({ length: rounds }, () => timed(() => compileGlossaryAtOnce(entries, languages))));
  const { made, bytes } = await heldBy(() => compileGlossaryAtOnce(entries, languages));
  const found = sentences.filter((each) => made.apply(each) !== each).length;
  ordinary.push(
    `| ${count.toLocaleString('en')} | ${compiled.toFixed(1)} | ${megabytes(made.bytes)} | ${megabytes(bytes)} | ${microseconds(
      made,
      sentences,
    ).toFixed(1)} | ${Math.round((100 * found) / sentences.length)} % |`,
  );
}

const prefixes = (letter: string, count: number): GlossaryEntry[] =>
  Array.from({ length: count }, (_, n) => ({ source: letter.repeat(n + 1), target: 'x' }));
const hostile: [string, GlossaryEntry[], string][] = [
  ['10 × 1,000 beginnings of each other, one letter', [...'abcdefghij'].flatMap((each) => prefixes(each, 1_000)), 'a'],
  ['the same, an ideograph', [...'漢字仮名交文章語学生'].slice(0, 10).flatMap((each) => prefixes(each, 1_000)), '漢'],
  [
    '`ab-ab-…-a` 340 times',
    Array.from({ length: 340 }, (_, n) => ({ source: `${'ab-'.repeat(n)}a`, target: 'x' })),
    'ab-',
  ],
  [
    'accents that the text has not, Greek and Han by turns',
    Array.from({ length: 500 }, (_, n) => ({ source: 'ά漢'.repeat(n + 1), target: 'x' })),
    'α漢',
  ],
  [
    '2,000,000 different letters',
    Array.from({ length: 2_000 }, () => ({
      source: Array.from({ length: 999 }, word).join('').slice(0, 999),
      target: 'x',
    })),
    'word ',
  ],
];
const extreme = hostile.map(([name, entries, piece]) => {
  const from = name.startsWith('accents') ? 'el' : 'en';
  let matcher = plain;
  const compiled = timed(() => {
    matcher = compileGlossaryAtOnce(entries, { ...languages, source: from });
  });
  const text = segment(piece.repeat(10_000 / piece.length));
  const applied = median(Array.from({ length: rounds }, () => timed(() => matcher.apply(text))));
  return `| ${name} | ${entries.length.toLocaleString('en')} | ${compiled.toFixed(0)} | ${megabytes(matcher.bytes)} | ${applied.toFixed(1)} |`;
});

await keepReport(
  'glossary',
  `# Glossary

${machineLines()}

Terms of one to three words of three to ten letters, put into sentences of 20 words; medians of ${rounds}.

| Terms | Compiled in, ms | Memory as estimated, MiB | as measured, MiB | A sentence, µs | Sentences with a term |
|---|---|---|---|---|---|
${ordinary.join('\n')}

Without a term, a sentence takes ${microseconds(plain, sentences).toFixed(1)} µs.

Glossaries made to be slow, and a text of 10,000 code points of one piece again and again:

| Terms | Number | Compiled in, ms | Memory as estimated, MiB | Text, ms |
|---|---|---|---|---|
${extreme.join('\n')}
`,
);

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { translationActs } from '#libs/audit/translation.acts.js';
import { formatTraits } from '#libs/documents/formats/format-registry.js';
import { webhookEventNames } from '#libs/domain/webhook/webhook-event-names.js';
import { textSegment } from '#libs/text/segments/text-segment.js';
import { allProjections } from '#projections/projections.js';
import { projectRoot } from './project-root.js';

const read = (page: string): string => readFileSync(join(projectRoot, page), 'utf8');

const finishedLines = JSON.parse(read('libs/text/finishing/finished-lines.fixture.json')) as Record<
  'pair' | 'engine' | 'unfinished' | 'finished',
  string
>[];

const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

describe('the map of ARCHITECTURE.md', () => {
  it.each(['libs/ports', 'libs/platform'])('the row of %s names each of its folders', (room) => {
    const [, row = ''] = new RegExp(`^\\| \`${room}\` \\| (.*) \\|$`, 'm').exec(read('ARCHITECTURE.md')) ?? [];
    const folders = readdirSync(join(projectRoot, room), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(quotedIn(row).sort()).toEqual(folders.map(({ name }) => name).sort());
  });
});

describe('the finishing pass in docs/text.md', () => {
  const text = read('docs/text.md').replaceAll('\n', ' ');
  const finished = finishedLines.filter((line) => line.finished !== line.unfinished).length;
  const kept = finishedLines.filter((line) => line.unfinished !== line.engine).length;
  const numbersIn = (form: RegExp): number[] => (form.exec(text) ?? []).slice(1).map(Number);

  it('the page counts the lines of the sample, by their pairs', () => {
    const codes: Readonly<Record<string, string>> = {
      English: 'en',
      Spanish: 'es',
      French: 'fr',
      Catalan: 'ca',
      Galician: 'gl',
    };
    const [, all, named = '', others, ofPairs = ''] =
      /json`: (\d+) lines \(([^)]*?),? and (\d+) of (\w+) other pairs\)/.exec(text) ?? [];
    let source = '';
    const counts = new Map<string, number>();
    for (const [, from, to = '', count] of named.matchAll(/(?:(\w+) to )?(\w+) (\d+)/g)) {
      source = from ?? source;
      counts.set(`${codes[source]}-${codes[to]}`, Number(count));
    }
    const linesOf = (pair: string): number => finishedLines.filter((line) => line.pair === pair).length;
    const pairs = [...new Set(finishedLines.map(({ pair }) => pair))];
    const further = pairs.filter((pair) => !counts.has(pair));
    expect([...counts]).toEqual([...counts.keys()].map((pair) => [pair, linesOf(pair)]));
    expect(Number(all)).toBe(finishedLines.length);
    expect(Number(others)).toBe(further.map(linesOf).reduce((sum, lines) => sum + lines, 0));
    expect(['five', 'six', 'seven', 'eight', 'nine', 'ten'].indexOf(ofPairs) + 5).toBe(further.length);
  });

  it('the page counts the lines that finishing changed', () => {
    expect(numbersIn(/Finishing changed (\d+) lines: all became better/)).toEqual([finished]);
  });

  it('the page counts the lines that protection changed, and judges each', () => {
    const [all, better = 0] = numbersIn(
      /Protection changed (\d+): (\d+) became better, one is worse .*?, one as good .*?, three are mixed/,
    );
    expect([all, better + 1 + 1 + 3]).toEqual([kept, kept]);
  });

  it('what the page says is text is not kept, and what it says is kept is', () => {
    const [, ofText = ''] = /((?:`\w+`(?:, | and )?)+) come back whole, and are text/.exec(text) ?? [];
    const [, ofNames = ''] = /\| Names: (.*?)(?:; `A`|\|)/.exec(text) ?? [];
    const isKept = (name: string): boolean =>
      textSegment(`It says ${name} now.`).segment.some((part) => part.kind === 'keep' && part.text === name);
    expect(quotedIn(ofText).length).toBeGreaterThan(1);
    expect(quotedIn(ofText).filter(isKept)).toEqual([]);
    expect(quotedIn(ofNames).length).toBeGreaterThan(9);
    expect(quotedIn(ofNames).filter((name) => !isKept(name))).toEqual([]);
  });
});

it('docs/operations.md shows as many read models as there are', () => {
  const [, well, all] = /(\d+) of (\d+) are well/.exec(read('docs/operations.md')) ?? [];
  expect([Number(well), Number(all)]).toEqual([allProjections.length, allProjections.length]);
});

it('docs/stream.md says which ends of a translation are a failure in the audit log', () => {
  const [, listed = '', last] =
    /the `outcome`: (.*?)\. Of the last (\w+)\nthe entry is a `failure`/s.exec(read('docs/stream.md')) ?? [];
  const outcomes = quotedIn(listed);
  expect(last).toBe('two');
  expect(outcomes).toHaveLength(4);
  const results = outcomes.map((result) => {
    const ended = { data: { result, code: null }, metadata: { requestId: 'req_a' } };
    return translationActs.TextStreamEnded(ended as never).result;
  });
  expect(results).toEqual(['success', 'success', 'failure', 'failure']);
});

it('docs/webhooks.md shows the number that an event for subscriptions alone always has', () => {
  const examples = [...read('docs/webhooks.md').matchAll(/```json\n(\{\n {2}"event": "compliance\.[\s\S]*?)```/g)];
  const sequences = examples.map(([, example = '']) => JSON.parse(example).sequence);
  const ofCompliance = webhookEventNames.filter((name) => name.startsWith('compliance.'));
  expect(sequences).toHaveLength(ofCompliance.length);
  expect(sequences.filter((sequence) => !(sequence >= 1))).toEqual([]);
});

it('docs/comparison.md has a dash at XLIFF exactly as long as no format reads it', () => {
  const [row = ''] = /^\| XLIFF \|.*$/m.exec(read('docs/comparison.md')) ?? [];
  const isRead = formatTraits.some(({ extensions }) => extensions.some((extension) => /^(xliff|xlf)$/.test(extension)));
  expect(row.includes('| **–** |')).toBe(!isRead);
  expect(row).toMatch(/\| \*\*[yp–]\*\* \|/);
});

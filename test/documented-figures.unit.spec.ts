import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatTraits } from '#libs/documents/formats/format-registry.js';
import { webhookEventNames } from '#libs/domain/webhook/webhook-event-names.js';
import { textSegment } from '#libs/text/segments/text-segment.js';
import { allProjections } from '#projections/projections.js';
import { projectRoot } from './project-root.js';

const read = (page: string): string => readFileSync(join(projectRoot, page), 'utf8');

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

it('every name that docs/text.md lists as kept is kept', () => {
  const [, names = ''] = /\| Names: (.*?)(?:; `A`|\|)/.exec(read('docs/text.md')) ?? [];
  const isKept = (name: string): boolean =>
    textSegment(`It says ${name} now.`).segment.some((part) => part.kind === 'keep' && part.text === name);
  expect(quotedIn(names).length).toBeGreaterThan(9);
  expect(quotedIn(names).filter((name) => !isKept(name))).toEqual([]);
});

it('docs/operations.md shows as many read models as there are', () => {
  const [, well, all] = /(\d+) of (\d+) are well/.exec(read('docs/operations.md')) ?? [];
  expect([Number(well), Number(all)]).toEqual([allProjections.length, allProjections.length]);
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

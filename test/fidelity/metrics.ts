import { type FileCheck, isCovered, opaque } from './file-check.js';

/** A measure of files, as a share of what was measured. */
export interface Metric {
  name: string;
  target: string;
  /** The things that are counted, for people. */
  of: string;
  /** The number of them that were right in one file, and of all that were measured; undefined where none was. */
  count(check: FileCheck): { right: number; all: number } | undefined;
  /** Share that has to be right. */
  least: number;
}

const yesOrNo = (right: boolean | undefined) => (right === undefined ? undefined : { right: right ? 1 : 0, all: 1 });

/** Files with less text on their pages than this say nothing about their layout. */
const leastOverlap = 0.9;

export const metrics: readonly Metric[] = [
  {
    name: 'Identity',
    target: '100 %',
    of: 'files',
    least: 1,
    count: ({ identical }) => yesOrNo(identical),
  },
  {
    name: 'Pseudo coverage',
    target: '≥ 99.9 %',
    of: 'letters',
    least: 0.999,
    count: ({ letters }) => letters && { right: letters.changed, all: Math.max(letters.source, letters.translated) },
  },
  {
    name: 'None lost or doubled',
    target: '100 %',
    of: 'files',
    least: 1,
    count: ({ letters }) => yesOrNo(letters && isCovered(letters)),
  },
  {
    name: 'Recall against another program',
    target: '≥ 99.5 %',
    of: 'different words drawn',
    least: 0.995,
    count: ({ layout }) =>
      layout?.drawn && { right: layout.drawn.words - layout.drawn.missing.length, all: layout.drawn.words },
  },
  {
    name: 'All but text unchanged',
    target: '100 %',
    of: 'files',
    least: 1,
    count: (check) =>
      check.letters === undefined || opaque.has(check.format ?? '')
        ? undefined
        : yesOrNo(check.structure === undefined),
  },
  {
    name: 'Inline tags, words turned round',
    target: '100 %',
    of: 'words',
    least: 1,
    count: ({ moved }) => moved && { right: Math.max(0, moved.words - moved.wrong - moved.unpaired), all: moved.words },
  },
  { name: 'Opens', target: 'none lost', of: 'files', least: 1, count: ({ layout }) => yesOrNo(layout?.opens) },
  {
    name: 'Text in its place',
    target: 'overlap ≥ 0.9',
    of: 'files',
    least: 1,
    count: ({ layout }) => yesOrNo(layout?.overlap === undefined ? undefined : layout.overlap >= leastOverlap),
  },
  {
    name: 'Pages kept',
    target: 'same number',
    of: 'files',
    least: 1,
    count: ({ layout }) => yesOrNo(layout?.pages && layout.pages.before === layout.pages.after),
  },
  {
    name: 'No line on another',
    target: '0 collisions',
    of: 'files',
    least: 1,
    count: ({ layout }) => yesOrNo(layout?.collisions === undefined ? undefined : layout.collisions === 0),
  },
  {
    name: 'No word beyond the edge',
    target: '0 words',
    of: 'files',
    least: 1,
    count: ({ layout }) => yesOrNo(layout?.beyondEdge === undefined ? undefined : layout.beyondEdge === 0),
  },
  {
    name: 'No word hidden',
    target: '0 words',
    of: 'files',
    least: 1,
    count: ({ layout }) => yesOrNo(layout?.hiddenWords === undefined ? undefined : layout.hiddenWords === 0),
  },
  {
    name: 'No error',
    target: '0 faults',
    of: 'files',
    least: 1,
    count: ({ fault }) => yesOrNo(fault === undefined),
  },
];

/** The value of a metric over files; undefined where none was measured. */
export const shareOf = (metric: Metric, checks: readonly FileCheck[]) => {
  const counts = checks.flatMap((check) => metric.count(check) ?? []);
  const right = counts.reduce((sum, count) => sum + count.right, 0);
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  if (counts.length === 0) return undefined;
  return { right, all, share: all === 0 ? 1 : right / all, isMet: right >= all * metric.least };
};

/** A share, never rounded up to one that was not reached. */
export const percent = (share: number): string => `${Math.floor(share * 10_000) / 100} %`;

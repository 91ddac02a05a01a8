import { withoutUnwanted } from '../sentences/answer-text.js';
import {
  type AnswerPiece,
  type FixedAtom,
  FixedGroups,
  type TextExchange,
  textItemsOf,
} from '../sentences/text-exchange.js';
import type { UnitRuns } from '../sentences/unit-runs.js';
import type { Atom } from '../units/atom.js';

const signs = { open: '\ue000', close: '\ue001', lone: '\ue002', fixed: '\ue003', end: '\ue00f' } as const;

const tag = (sign: keyof Omit<typeof signs, 'end'>, number: number): string => `${signs[sign]}${number}${signs.end}`;

/** Matches a tag of the contract, and the remains of a broken one. */
const tagPattern = /([\ue000-\ue003])(\d{1,9})\ue00f/gu;
const brokenTag = /[\ue000-\ue003]\d*/gu;

/** The run or the fixed piece that a tag's number stands for. */
type Meaning =
  | { kind: 'run'; run: number }
  | { kind: 'border'; before: number; after: number }
  | { kind: 'fixed'; index: number };

interface Markup {
  /** Meanings by number, from 1. */
  meanings: readonly Meaning[];
  groups: readonly (readonly FixedAtom[])[];
  /** The run of every word, where there is one only. */
  onlyRun: number | undefined;
}

const readMarkup = (answer: string, { meanings, groups, onlyRun }: Markup): AnswerPiece[] => {
  const tags = [...answer.matchAll(tagPattern)].map(({ 0: found, 1: sign, 2: digits, index }) => ({
    start: index,
    end: index + found.length,
    sign,
    meaning: meanings[Number(digits) - 1],
  }));
  const isClosedAfter = (place: number, meaning: Meaning): boolean =>
    tags.some((other) => other.sign === signs.close && other.start > place && other.meaning === meaning);
  const fixed = new FixedGroups(groups);
  const pieces: AnswerPiece[] = [];
  let run = onlyRun;
  /** Start of the words since the last tag of a run. */
  let stretch = 0;
  const addWords = (words: string): void => {
    const text = withoutUnwanted(words.replace(brokenTag, ''));
    if (text !== '') pieces.push({ kind: 'words', text, run });
  };
  let at = 0;
  for (const { start, end, sign, meaning } of tags) {
    addWords(answer.slice(at, start));
    at = end;
    if (sign === signs.fixed && meaning?.kind === 'fixed') pieces.push(fixed.take(meaning.index));
    if (sign === signs.lone && meaning?.kind === 'border') {
      for (const piece of pieces.slice(stretch)) if (piece.kind === 'words') piece.run ??= meaning.before;
      run = meaning.after;
    }
    if ((sign === signs.open || sign === signs.close) && meaning?.kind === 'run') {
      run = sign === signs.open && isClosedAfter(start, meaning) ? meaning.run : onlyRun;
      stretch = pieces.length;
    }
  }
  addWords(answer.slice(at));
  fixed.assertAllTaken();
  return pieces;
};

/**
 * Makes the exchange for a model with inline markup (`infra/triton/README.md`): words of a tag pair between tags, one
 * pair for each run; a lone tag where two runs without pair meet; fixed pieces as such. The pairs are never nested:
 * where the tags of the segment go is decided here, from the runs, so that they are right whatever the model does.
 */
export const markupExchange = (atoms: readonly Atom[], { base }: UnitRuns): TextExchange => {
  const meanings: Meaning[] = [];
  const groups: (readonly FixedAtom[])[] = [];
  const numberFor = (meaning: Meaning): number => meanings.push(meaning);
  const items = textItemsOf(atoms);
  const onlyRun = new Set(atoms.map((atom) => atom.run)).size === 1 ? atoms[0]?.run : undefined;
  let text = '';
  let open: { run: number; number: number } | undefined;
  let lastRun = items[0]?.run;
  const close = (): void => {
    if (open !== undefined) text += tag('close', open.number);
    open = undefined;
  };
  items.forEach((item, index) => {
    const isInside = open !== undefined && (item.kind === 'space' ? items[index + 1]?.run : item.run) === open.run;
    if (!isInside) close();
    if (lastRun !== undefined && lastRun !== item.run && base.has(lastRun) && base.has(item.run)) {
      text += tag('lone', numberFor({ kind: 'border', before: lastRun, after: item.run }));
    }
    lastRun = item.run;
    if (item.kind === 'space') {
      text += item.text;
      return;
    }
    if (onlyRun === undefined && open === undefined && !base.has(item.run)) {
      open = { run: item.run, number: numberFor({ kind: 'run', run: item.run }) };
      text += tag('open', open.number);
    }
    if (item.kind === 'fixed') text += tag('fixed', numberFor({ kind: 'fixed', index: groups.push(item.atoms) - 1 }));
    else text += item.text;
  });
  close();
  return { text, read: (answer) => readMarkup(answer, { meanings, groups, onlyRun }) };
};

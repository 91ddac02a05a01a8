import type { ContentPart } from '#libs/text/segments/segment-runs.js';
import type { TracedPiece } from '#libs/text/segments/tag-placement.js';
import { type Atom, atomText, isStrictSpace } from '../../units/atom.js';
import { finishPieces } from './finished-pieces.js';
import { matchInitialCase } from './initial-case.js';
import { standsBetweenWords } from './loose-spaces.js';
import { asWords, type Placeholders } from './placeholders.js';

export interface DecodedUnit {
  pieces: TracedPiece[];
  /** Words that the engine did not know or could not write. */
  unknownWords: number;
}

/** Thrown when something is missing from an answer, stands in it twice or in another order. */
export class LostContentError extends Error {
  override readonly name = 'LostContentError';
}

/** Content of the blank that stands at each side of a hyphen between words of English, behind the analyser. */
export const compoundBlank = 'h';

/** Final stop that the tagger wants, where the text has none; `[]` keeps `e` from becoming `e.`, an abbreviation. */
const addedStop = '[].';
const endsWithStop = (atoms: readonly Atom[]): boolean => {
  const last = atoms.at(-1);
  return last?.kind === 'text' && /[.!?]$/.test(last.text);
};

/**
 * Writes a unit in Apertium's stream format: white space other than a plain space as numbered blanks (`s` those that
 * have to come back, `n` loose ones), fixed atoms as placeholders, each run in a word-bound blank with its number when
 * there are several.
 */
export const encodeUnit = (atoms: readonly Atom[], placeholders: Placeholders = asWords): string => {
  const marksRuns = new Set(atoms.map((atom) => atom.run)).size > 1;
  let stream = '';
  let fixed = 0;
  let spaces = 0;
  let looseSpaces = 0;
  let openRun: number | undefined;
  const close = (): void => {
    if (openRun !== undefined) stream += '[[/]]';
    openRun = undefined;
  };
  atoms.forEach((atom, index) => {
    const before = atoms[index - 1];
    if (atom.kind === 'space') {
      const isInside = atom.text === ' ' && atoms[index + 1]?.run === openRun;
      if (!isInside) close();
      if (isStrictSpace(atom)) {
        stream += `[s${spaces}]`;
        spaces += 1;
      } else if (atom.isLoose === true) {
        stream += `[n${looseSpaces}]`;
        looseSpaces += 1;
      } else stream += ' ';
      return;
    }
    if (atom.run !== openRun) close();
    if (before !== undefined && before.kind !== 'space' && (before.kind === 'fixed' || atom.kind === 'fixed')) {
      close();
      stream += '[]';
    }
    if (marksRuns && openRun === undefined) {
      stream += `[[r${atom.run}]]`;
      openRun = atom.run;
    }
    if (atom.kind === 'text') stream += atom.text.normalize('NFC');
    else {
      stream += placeholders.write(atom, fixed);
      fixed += 1;
    }
  });
  close();
  return endsWithStop(atoms) ? stream : stream + addedStop;
};

/** Matches a word-bound blank opened or closed, another blank, or text. */
const token = /\[\[\/\]\]|\[\[([^\]]*)\]\]|\[([^\]]*)\]|([^[\]]+)|[[\]]/gu;

/**
 * Marks of the engine: `*` unknown, `@` without translation, `#` without a form; none of these three is ever in a text
 * sent.
 */
const mark = /[*@#]/g;
/** A pronoun without a form where the transfer wants one: its name in the dictionary is no word. */
const lostPronoun = /#[Pp]rpers(?!\p{L})/gu;
const engineSigns = /<[^<>]*>|[*@#\\^$/{}<>~+]/g;

const withoutAddedStop = (answer: string, atoms: readonly Atom[]): string =>
  endsWithStop(atoms) ? answer : answer.replace(/(?<!\[\])(?:\[\])*\.(?=(?:\[\[\/\]\])?(?:\[\]|\s)*$)/u, '');

/** Drops white space of the engine: next to a numbered blank, at the ends, or doubled. */
const tidySpaces = (
  pieces: readonly TracedPiece[],
  isBlank: readonly boolean[],
  isFixed: (piece: TracedPiece) => boolean,
): TracedPiece[] => {
  const tidy: TracedPiece[] = [];
  let afterSpace = true;
  pieces.forEach((piece, index) => {
    if (isBlank[index]) {
      const last = tidy.at(-1);
      if (last?.part.kind === 'text') last.part = { kind: 'text', text: last.part.text.replace(/ $/, '') };
      tidy.push(piece);
      afterSpace = true;
      return;
    }
    if (isFixed(piece)) {
      tidy.push(piece);
      afterSpace = false;
      return;
    }
    const text = piece.part.text.replace(/ +/g, ' ').replace(afterSpace ? /^ / : /^$/, '');
    if (text === '') return;
    tidy.push({ part: { kind: 'text', text }, run: piece.run });
    afterSpace = text.endsWith(' ');
  });
  const last = tidy.at(-1);
  if (last?.part.kind === 'text' && !isBlank.at(-1))
    last.part = { kind: 'text', text: last.part.text.replace(/ $/, '') };
  return tidy.filter((piece) => piece.part.kind === 'keep' || piece.part.text !== '');
};

const endsInWord = /[\p{L}\p{M}\p{N}]$/u;
const startsInWord = /^[\p{L}\p{N}]/u;

const runNames = (content: string): string[] =>
  content
    .split(';')
    .map((name) => name.trim())
    .filter((name) => /^r\d+$/.test(name));

const runNamed = (name: string): number => Number(name.slice(1));

/**
 * Chooses the run of a word-bound blank, the rarest of several: a tag on one word must not vanish behind its neighbour.
 */
const rarestRun = (names: readonly string[], uses: ReadonlyMap<string, number>): number | undefined => {
  const [rarest] = names.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0));
  return rarest === undefined ? undefined : runNamed(rarest);
};

/** Splits the words of `[[r0; r1]]El gat[[/]]`, each with the space after it, where there is one for each name. */
const wordsNamed = (text: string, names: readonly string[]): { word: string; run: number }[] | undefined => {
  const words = text.match(/\S+\s*/gu) ?? [];
  if (names.length < 2 || words.length !== names.length || /^\s/u.test(text)) return undefined;
  return words.map((word, index) => ({ word, run: runNamed(names[index] ?? '') }));
};

const countUses = (answer: string): Map<string, number> => {
  const uses = new Map<string, number>();
  for (const [, content = ''] of answer.matchAll(/\[\[([^[\]/]*)\]\]/g)) {
    for (const name of new Set(content.split(';').map((each) => each.trim())))
      uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
};

/**
 * Reads the answer for a unit, puts its blanks and placeholders back, and counts and removes the engine's marks.
 * @throws LostContentError
 */
export const decodeUnit = (
  answer: string,
  atoms: readonly Atom[],
  target: string,
  placeholders: Placeholders = asWords,
): DecodedUnit => {
  const fixed = atoms.filter((atom) => atom.kind === 'fixed');
  const spaces = atoms.filter(isStrictSpace);
  const looseSpaces = atoms.filter((atom) => atom.kind === 'space' && atom.isLoose === true);
  const onlyRun = new Set(atoms.map((atom) => atom.run)).size > 1 ? undefined : atoms[0]?.run;
  const uses = countUses(answer);
  const pieces: TracedPiece[] = [];
  const isBlank: boolean[] = [];
  const looseAt: number[] = [];
  const seen = new Set<number>();
  let nextSpace = 0;
  let unknownWords = 0;
  let run = onlyRun;
  let names: readonly string[] = [];

  let isInCompound = false;

  const add = (part: ContentPart, blank = false): void => {
    pieces.push({ part, run: blank ? undefined : run });
    isBlank.push(blank);
  };
  const keepApart = (next: string): void => {
    const last = pieces.at(-1)?.part.text ?? '';
    if (isInCompound && endsInWord.test(last) && startsInWord.test(next)) add({ kind: 'text', text: ' ' });
    isInCompound = false;
  };
  const addText = (text: string): void => {
    unknownWords += text.match(mark)?.length ?? 0;
    const clean = text.replace(lostPronoun, '').replace(engineSigns, '');
    if (clean === '') return;
    keepApart(clean);
    add({ kind: 'text', text: clean });
  };
  const addTextWithPlaceholders = (text: string): void => {
    let at = 0;
    const named = text.search(placeholders.pattern) === -1 ? wordsNamed(text, names) : undefined;
    for (const { word, run: own } of named ?? []) {
      run = own;
      addText(word);
      at += word.length;
    }
    for (const match of text.matchAll(placeholders.pattern)) {
      addText(text.slice(at, match.index));
      at = match.index + match[0].length;
      const index = placeholders.indexOf(match);
      const atom = fixed[index];
      if (atom?.kind !== 'fixed' || seen.has(index)) throw new LostContentError('A placeholder came back twice');
      seen.add(index);
      keepApart(atom.part.text);
      // A fixed atom's own run is surer than that of the blank around it, which may be its neighbour's.
      pieces.push({ part: atom.part, run: atom.run });
      isBlank.push(false);
    }
    addText(text.slice(at));
  };

  for (const match of withoutAddedStop(answer, atoms).matchAll(token)) {
    const [all, wordBound, blank, text] = match;
    if (all === '[[/]]') {
      run = onlyRun;
      names = [];
    } else if (wordBound !== undefined) {
      names = runNames(wordBound);
      run = rarestRun(names, uses);
    } else if (text !== undefined) addTextWithPlaceholders(text);
    else if (blank === compoundBlank) isInCompound = true;
    else if (blank?.startsWith('n')) {
      const space = looseSpaces[Number(blank.slice(1))];
      if (space === undefined) throw new LostContentError('A blank that was not sent');
      looseAt.push(pieces.length);
      add({ kind: 'text', text: atomText(space) });
    } else if (blank?.startsWith('s')) {
      const space = spaces[nextSpace];
      if (space?.kind !== 'space' || blank !== `s${nextSpace}`) throw new LostContentError('A blank changed its place');
      nextSpace += 1;
      add({ kind: 'text', text: space.text }, true);
    }
  }
  if (nextSpace !== spaces.length || seen.size !== fixed.length) {
    throw new LostContentError('A blank or a placeholder did not come back');
  }
  const fixedParts = new Set(fixed.map((atom) => atom.part));
  const isFixed = (piece: TracedPiece): boolean => fixedParts.has(piece.part);
  for (const at of looseAt) {
    isBlank[at] = standsBetweenWords(pieces, at, isFixed);
    if (!isBlank[at]) pieces[at] = { part: { kind: 'text', text: ' ' }, run: pieces[at]?.run };
  }
  const cased = matchInitialCase(tidySpaces(pieces, isBlank, isFixed), isFixed, atoms, target);
  return { pieces: finishPieces(cased, isFixed, atoms, target), unknownWords };
};

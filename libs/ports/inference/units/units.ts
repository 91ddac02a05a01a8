import { type Atom, countWords, hasLetters } from './atom.js';
import { isUnspaced } from './unspaced-scripts.js';

/** A text for the engine, or a part that stays as it is. */
export type Unit = { kind: 'translate' | 'verbatim'; atoms: readonly Atom[] };

export interface UnitSizes {
  /** Words up to which sentences are gathered. */
  wordsGathered: number;
  /** Words beyond which a sentence is cut at a comma, or else between any two words. */
  maxWords: number;
}

/** Atoms of a unit, fewer than there are placeholders (256). */
const maxAtoms = 240;

const isLineBreak = (atom: Atom): boolean => atom.kind === 'space' && /[\t\n\v\f\r\u2028\u2029]/.test(atom.text);

const sentenceEnd = /[.!?…؟۔।。！？｡]["'”’»)」』）】]*$/u;

const endsSentence = (atom: Atom | undefined): boolean => atom?.kind === 'text' && sentenceEnd.test(atom.text);

const startsSentence = (atom: Atom | undefined): boolean => atom?.kind !== 'text' || !/^\p{Ll}/u.test(atom.text);

/** End of a sentence that needs no white space after it. */
const unspacedEnd = /[。！？｡][」』”’）】]*$/u;

/** Abbreviation after which a capital begins a name: `Mr. Smith`, `J. Smith`. */
const abbreviation =
  /^["'“”„«(]*(?:\p{Lu}|[MDS]rs?|Ms|Prof|St|Sra|Srta|D[.ª]?ña|Mme|Mlle|Hr|Fr|Ing|Gen|Col|Capt|Lt|Sgt|Rev|Hon|No|Nr|vs|bzw|cf|pp)\.$/u;

/** Splits after every atom for which `isEnd` holds. */
export const splitAfter = (atoms: readonly Atom[], isEnd: (atom: Atom, index: number) => boolean): Atom[][] => {
  const groups: Atom[][] = [];
  let group: Atom[] = [];
  atoms.forEach((atom, index) => {
    group.push(atom);
    if (!isEnd(atom, index)) return;
    groups.push(group);
    group = [];
  });
  if (group.length > 0) groups.push(group);
  return groups;
};

const isAbbreviation = (atom: Atom | undefined): boolean => atom?.kind === 'text' && abbreviation.test(atom.text);

/** Splits atoms into sentences with the space after them. */
export const sentences = (atoms: readonly Atom[]): Atom[][] =>
  splitAfter(atoms, (atom, index) => {
    if (atom.kind === 'text') return unspacedEnd.test(atom.text) && atoms[index + 1]?.kind !== 'space';
    if (atom.kind !== 'space' || isAbbreviation(atoms[index - 1])) return false;
    return endsSentence(atoms[index - 1]) && startsSentence(atoms[index + 1]);
  });

/** Joins neighbours as long as the whole fits. */
const gather = (groups: readonly Atom[][], fits: (atoms: readonly Atom[]) => boolean): Atom[][] => {
  const gathered: Atom[][] = [];
  for (const group of groups) {
    const last = gathered.at(-1);
    const joined = last === undefined ? undefined : [...last, ...group];
    if (joined !== undefined && fits(joined)) gathered[gathered.length - 1] = joined;
    else gathered.push([...group]);
  }
  return gathered;
};

const cutLong = (sentence: Atom[], isTooLong: (atoms: readonly Atom[]) => boolean): Atom[][] => {
  if (!isTooLong(sentence)) return [sentence];
  const fits = (atoms: readonly Atom[]): boolean => !isTooLong(atoms);
  const clauses = splitAfter(sentence, (atom, index) => {
    if (atom.kind === 'text') return /[，、；：]$/.test(atom.text);
    const before = sentence[index - 1];
    return atom.kind === 'space' && before?.kind === 'text' && /[,;:–—]$/.test(before.text);
  });
  const words = (clause: Atom[]): Atom[][] =>
    splitAfter(clause, (atom) => atom.kind === 'space' || (atom.kind === 'text' && isUnspaced(atom.text)));
  return gather(clauses, fits)
    .flatMap((clause) => (isTooLong(clause) ? gather(words(clause), fits) : [clause]))
    .flatMap((part) => splitAfter(part, (_, index) => index % maxAtoms === maxAtoms - 1));
};

const isSpace = (atom: Atom | undefined): boolean => atom?.kind === 'space';

/** `a)`, `II.`, `Q:` */
const isLabel = (atom: Atom): boolean =>
  atom.kind === 'fixed' && atom.part.kind === 'keep' && /^\(?[\p{L}]{1,6}[.):]$/u.test(atom.part.text);

/** Splits off white space at the ends and a label at the beginning, which surely keep their place outside of the translated text. */
const withoutEdges = (atoms: readonly Atom[]): Unit[] => {
  const first = atoms.findIndex(hasLetters);
  if (first === -1) return [{ kind: 'verbatim', atoms }];
  const start = atoms.findIndex((atom, index) => !isSpace(atom) && !(isLabel(atom) && isSpace(atoms[index + 1])));
  const end = atoms.findLastIndex((atom) => !isSpace(atom)) + 1;
  const units: Unit[] = [
    { kind: 'verbatim', atoms: atoms.slice(0, start) },
    { kind: 'translate', atoms: atoms.slice(start, end) },
    { kind: 'verbatim', atoms: atoms.slice(end) },
  ];
  return units.filter((unit) => unit.atoms.length > 0);
};

/** Cuts the content of a segment at line breaks and tabs and between sentences. Concatenated, the units are the atoms. */
export const unitsOf = (atoms: readonly Atom[], { wordsGathered, maxWords }: UnitSizes): Unit[] => {
  const isTooLong = (part: readonly Atom[]): boolean => part.length > maxAtoms || countWords(part) > maxWords;
  const isShort = (part: readonly Atom[]): boolean => part.length <= maxAtoms && countWords(part) <= wordsGathered;
  return splitAfter(atoms, isLineBreak).flatMap((line) =>
    gather(
      sentences(line).flatMap((sentence) => cutLong(sentence, isTooLong)),
      isShort,
    ).flatMap(withoutEdges),
  );
};

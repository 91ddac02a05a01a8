import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { joinTexts } from '#libs/text/segments/segment-texts.js';

/** Random numbers in [0, 1) that a seed repeats (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const mapText = (segment: Segment, change: (text: string) => string): Segment =>
  segment.map((part) => (part.kind === 'text' ? { kind: 'text', text: change(part.text) } : part));

const nextLetter = (letter: string): string =>
  letter === 'z' ? 'a' : letter === 'Z' ? 'A' : String.fromCharCode(letter.charCodeAt(0) + 1);

/**
 * Another text of the same length, case and alphabet, so that nothing about the file has to change with it
 * (encoding, place of sentence ends): ASCII letters move on by one, other letters move round within their text.
 */
export const pseudo = (segment: Segment): Segment =>
  mapText(segment, (text) => {
    const others = text.match(/[^\P{L}A-Za-z]/gu) ?? [];
    let seen = 0;
    return text.replace(/\p{L}/gu, (letter) => {
      if (/[A-Za-z]/.test(letter)) return nextLetter(letter);
      seen += 1;
      return others[seen % others.length] ?? letter;
    });
  });

/** The segment with nothing left but its tags and the number of its texts. */
export const blank = (segment: Segment): Segment =>
  mapText(segment, (text) => (/\p{L}/u.test(text) ? text.replace(/\S+(?:\s+\S+)*/u, 'X') : text));

/** Text that no format writes as it stands: markup of every kind, line breaks, control characters. */
export const markup = (segment: Segment): Segment =>
  mapText(
    segment,
    (text) =>
      `${text} a<b> & c</b> <!-- d --> <![CDATA[ e ]]> &amp; &#120; "f" 'g' {h} \\i {\\an8} --> \\N</w:t>\r\n\r\nj\u0000\u0001k\n7\n00:00:01,000 --> 00:00:02,000\nl`,
  );

/** Texts from outside every single-byte character set, and from beyond the 16-bit range. */
export const worldwide = (segment: Segment): Segment => mapText(segment, (text) => `${text} Ωжあ한ع𝔘🜨`);

/** Tags in any place, in any order; about one in ten lost or doubled. */
export const scatterTags = (segment: Segment, random: () => number): Segment => {
  const scattered: SegmentPart[] = [];
  for (const part of segment)
    if (part.kind === 'text')
      for (const word of part.text.split(/(?<= )/)) scattered.push({ kind: 'text', text: word });
  for (const part of segment) {
    if (part.kind === 'text') continue;
    const copies = random() < 0.05 ? 0 : random() < 0.05 ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1)
      scattered.splice(Math.floor(random() * (scattered.length + 1)), 0, part);
  }
  return scattered;
};

/**
 * The words of a text, whatever became of white space and of characters that no document can hold. A word joiner is
 * how formats without escapes keep a text from being read as markup.
 */
export const wordsOf = (segments: readonly Segment[]): string =>
  segments
    .flatMap((segment) => segment.flatMap((part) => ('text' in part ? [part.text] : [' '])))
    .join(' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replace(/[\s\u0000-\u001f\u2060]+/g, '');

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of segments in alphabetical order; a tag that stands alone parts two words, one of a pair does not. */
export const sortedWords = (segments: readonly Segment[]): string[] =>
  segments
    .flatMap((segment) => {
      const text = segment.map((part) => ('text' in part ? part.text : part.kind === 'single' ? ' ' : '')).join('');
      return text.match(wordPattern) ?? [];
    })
    .sort();

/** Units between white space: a word with the tags that touch it, or tags alone. */
const unitsOf = (segment: Segment): SegmentPart[][] => {
  const units: SegmentPart[][] = [];
  let unit: SegmentPart[] = [];
  for (const part of segment) {
    if (!('text' in part)) unit.push(part);
    else {
      part.text.split(/\s+/).forEach((text, index) => {
        if (index > 0) {
          units.push(unit);
          unit = [];
        }
        if (text !== '') unit.push({ kind: 'text', text });
      });
    }
  }
  return [...units, unit].filter(({ length }) => length > 0);
};

const spaced = (units: readonly SegmentPart[][]): Segment =>
  joinTexts(units.flatMap((unit, at) => (at === 0 ? unit : [{ kind: 'text', text: ' ' }, ...unit])));

const hasTags = (unit: readonly SegmentPart[]): boolean => unit.some((part) => !('text' in part));

/** Engines that turn the order of words round, each with another way with tags. */
export const reversals: Readonly<Record<string, (segment: Segment) => Segment>> = {
  'move with the words that they touch': (segment) => spaced(unitsOf(segment).reverse()),
  'stay where they are': (segment) => {
    const units = unitsOf(segment);
    const free = units.filter((unit) => !hasTags(unit));
    return spaced(units.map((unit) => (hasTags(unit) ? unit : (free.pop() ?? unit))));
  },
  'are put at the end': (segment) => {
    const text = segment.map((part) => ('text' in part ? part.text : '')).join('');
    return [
      { kind: 'text', text: text.split(/\s+/).reverse().join(' ') },
      ...segment.filter((part) => !('text' in part)),
    ];
  },
};

/** A word or a piece of one, a tag alone, a pair of tags with all in it, or the space between two words. */
type Node = SegmentPart | { kind: 'space' } | { kind: 'pair'; id: number; inside: Node[] };

const isSpace = (node: Node | undefined): boolean => node?.kind === 'space';

/** A pair, with the white space at its edges outside of it. */
const pairOf = (id: number, inside: Node[]): Node[] => {
  const start = inside.findIndex((node) => !isSpace(node));
  if (start === -1) return [...inside, { kind: 'pair', id, inside: [] }];
  const end = inside.findLastIndex((node) => !isSpace(node)) + 1;
  return [...inside.slice(0, start), { kind: 'pair', id, inside: inside.slice(start, end) }, ...inside.slice(end)];
};

const nodesOf = (segment: Segment): Node[] => {
  const levels: { id: number; nodes: Node[] }[] = [{ id: 0, nodes: [] }];
  for (const part of segment) {
    const nodes = levels.at(-1)?.nodes;
    if (part.kind === 'text' || part.kind === 'keep') {
      part.text.split(/(\s+)/).forEach((text, at) => {
        if (at % 2 === 1) nodes?.push({ kind: 'space' });
        else if (text !== '') nodes?.push({ kind: 'text', text });
      });
    } else if (part.kind === 'open') levels.push({ id: part.id, nodes: [] });
    else if (part.kind === 'close') {
      const { id = 0, nodes: inside = [] } = levels.pop() ?? {};
      levels.at(-1)?.nodes.push(...pairOf(id, inside));
    } else nodes?.push(part);
  }
  return levels[0]?.nodes ?? [];
};

const partsOf = (nodes: readonly Node[]): SegmentPart[] =>
  nodes.flatMap((node): SegmentPart[] => {
    if (node.kind === 'space') return [{ kind: 'text', text: ' ' }];
    if (node.kind !== 'pair') return [node];
    return [{ kind: 'open', id: node.id }, ...partsOf(node.inside), { kind: 'close', id: node.id }];
  });

/** The end of a sentence or of a line, before which words move: elsewhere a file might be cut into segments in another way. */
const endsStretch = (word: readonly Node[]): boolean =>
  word.some(({ kind }) => kind === 'single') || /[.!?:;…。！？]["'”’»)\]]*$/u.test(textOf(word));

const textOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (node.kind === 'pair' ? textOf(node.inside) : 'text' in node ? node.text : ' ')).join('');

/** Words between white space, each with its tags. */
const wordNodes = (nodes: readonly Node[]): Node[][] => {
  const words: Node[][] = [[]];
  for (const node of nodes) {
    if (isSpace(node)) words.push([]);
    else words.at(-1)?.push(node);
  }
  return words.filter(({ length }) => length > 0);
};

/** Puts the words of a stretch in another order; a pair of tags around several words is one of them. */
type Reordering = (words: Node[][]) => Node[][];

const reordered = (nodes: readonly Node[], order: Reordering): Node[] => {
  const done: Node[][] = [];
  let stretch: Node[][] = [];
  for (const word of wordNodes(nodes)) {
    const [first, ...others] = word;
    const isPair = first?.kind === 'pair' && others.length === 0;
    const inner: Node[] = isPair ? [{ ...first, inside: reordered(first.inside, order) }] : word;
    if (endsStretch(word)) {
      done.push(...order(stretch), inner);
      stretch = [];
    } else stretch.push(inner);
  }
  done.push(...order(stretch));
  return done.flatMap((word, at) => (at === 0 ? word : [{ kind: 'space' } as const, ...word]));
};

const inOrder = (segment: Segment, order: Reordering): Segment =>
  joinTexts(partsOf(reordered(nodesOf(segment), order)));

/** The words of each sentence the other way round, each in its tags. */
export const reversedInTags = (segment: Segment): Segment => inOrder(segment, (words) => words.toReversed());

/** The words of each sentence in an order of chance, each in its tags; some leave a pair of tags around several of them. */
export const shuffledInTags = (segment: Segment, random: () => number): Segment =>
  inOrder(segment, (words) => {
    const rest = words.flatMap((word) => (random() < 0.3 ? withoutFirstWord(word) : [word]));
    return Array.from(rest, () => rest.length).flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
  });

/** A pair of tags around several words gives the first of them away. */
const withoutFirstWord = (word: Node[]): Node[][] => {
  const [pair] = word;
  if (pair?.kind !== 'pair' || word.length > 1) return [word];
  const [first = [], ...others] = wordNodes(pair.inside);
  if (others.length === 0 || first.some(({ kind }) => kind !== 'text')) return [word];
  const inside = others.flatMap((other, at) => (at === 0 ? other : [{ kind: 'space' } as const, ...other]));
  return [first, [{ ...pair, inside }]];
};

/** The words in each pair of tags, in alphabetical order, of pairs that have any. */
export const wordsInTags = (segments: readonly Segment[]): string[] => {
  const inTags = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) =>
      node.kind === 'pair' ? [sortedWords([partsOf(node.inside)]).join(' '), ...inTags(node.inside)] : [],
    );
  return segments
    .flatMap((segment) => inTags(nodesOf(segment)))
    .filter((words) => words !== '')
    .sort();
};

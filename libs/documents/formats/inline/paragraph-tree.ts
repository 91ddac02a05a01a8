import { hasWording } from '#libs/text/segments/program-spans.js';

/** A part of a paragraph: text of one look, a single tag, or a pair of tags around others. */
type ParagraphNode =
  | { kind: 'text'; text: string }
  | { kind: 'single' }
  | { kind: 'pair'; content: { nodes: readonly ParagraphNode[] } };

/** Marks of the format that stand between parts, such as those of bookmarks, go with the part that they stand beside. */
export interface BetweenMarkers<Marker> {
  before: Marker[];
  after: Marker[];
}

/** The parts of a paragraph, and the markers at its two ends. */
interface MarkedContent<Marker> {
  nodes: readonly ({ kind: string } & BetweenMarkers<Marker>)[];
  first: Marker[];
  last: Marker[];
}

export const isBlank = (text: string): boolean => !/\S/.test(text);

const isInAny = (nodes: readonly ParagraphNode[], holds: (text: string) => boolean): boolean =>
  nodes.some((node) =>
    node.kind === 'text' ? holds(node.text) : node.kind === 'pair' && isInAny(node.content.nodes, holds),
  );

export const hasText = (nodes: readonly ParagraphNode[]): boolean => isInAny(nodes, () => true);

export const hasWords = (nodes: readonly ParagraphNode[]): boolean => isInAny(nodes, (text) => !isBlank(text));

const textOf = (nodes: readonly ParagraphNode[]): string =>
  nodes
    .map((node) => (node.kind === 'text' ? node.text : node.kind === 'pair' ? textOf(node.content.nodes) : ''))
    .join('');

/** Whether there is a letter that no program reads, also where a placeholder is cut by looks. */
export const hasLetters = (nodes: readonly ParagraphNode[]): boolean => hasWording(textOf(nodes));

/** The look of most of the text, white space aside, by a key that tells looks apart; undefined where there is no text. */
export const lookOfMost = <Look>(texts: readonly { text: string; look: Look; key: string }[]): Look | undefined => {
  const [first] = texts;
  if (texts.every(({ key }) => key === first?.key)) return first?.look;
  const lengths = new Map<string, { look: Look; length: number }>();
  for (const { text, look, key } of texts) {
    const counted = lengths.get(key) ?? { look, length: 0 };
    counted.length += lengthWithoutSpace(text);
    lengths.set(key, counted);
  }
  let most: { look: Look; length: number } | undefined;
  for (const counted of lengths.values()) if (most === undefined || counted.length > most.length) most = counted;
  return most?.look;
};

const lengthWithoutSpace = (text: string): number => {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) if (!isSpace(text.charCodeAt(at))) length += 1;
  return length;
};

/** The same code units as `\s`. */
const isSpace = (code: number): boolean =>
  code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : isBlank(String.fromCharCode(code));

/** Text without a tag cannot be found again in a translation, so its markers go to the tag or the edge beside it. */
export const handOverMarkers = <Marker>(content: MarkedContent<Marker>): void => {
  for (const [index, node] of content.nodes.entries()) {
    if (node.kind !== 'text') continue;
    const previous = content.nodes[index - 1];
    const next = content.nodes[index + 1];
    if (previous === undefined) content.first = [...content.first, ...node.before];
    else previous.after = [...previous.after, ...node.before];
    if (next === undefined) content.last = [...node.after, ...content.last];
    else next.before = [...node.after, ...next.before];
    node.before = [];
    node.after = [];
  }
};

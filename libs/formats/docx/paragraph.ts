import type { XmlElement } from '#libs/formats/xml/xml-tree.js';
import type { Segment, SegmentPart } from '#libs/segments/segment.js';
import { groupFields } from './field-groups.js';
import type { FieldStack } from './fields.js';
import { contentOf, hasWords, type InlineContent, type InlineNode } from './inline-nodes.js';
import { itemsOf, type Marker, type Piece } from './paragraph-items.js';

export type InlinePair = InlineNode & { kind: 'pair' };

/** A paragraph as a segment, and what stands for its tags. */
export interface Paragraph {
  element: XmlElement;
  parts: Segment;
  /** What is left outside the segment at its two ends. */
  prefix: Piece[];
  suffix: Piece[];
  content: InlineContent;
  tags: ReadonlyMap<number, InlineNode>;
}

/** Undefined where there is nothing to translate. `fields` is read on in any case. */
export function readParagraph(element: XmlElement, fields: FieldStack): Paragraph | undefined {
  let content = contentOf(groupFields(itemsOf(element, fields)));
  if (!hasLetters(content.nodes)) return undefined;
  const prefix: Piece[] = [];
  const suffix: Piece[] = [];
  for (;;) {
    trimEdges(content, prefix, suffix);
    const [only, ...others] = content.nodes;
    if (only?.kind !== 'pair' || others.length > 0) break;
    prefix.push(...markup(only.before), ...only.open);
    suffix.unshift(...only.close, ...markup(only.after));
    content = only.content;
  }
  const tags = new Map<number, InlineNode>();
  return { element, parts: partsOf(content.nodes, tags), prefix, suffix, content, tags };
}

const markup = (markers: readonly Marker[]): Piece[] => markers.flatMap(({ pieces }) => pieces);

const hasLetters = (nodes: readonly InlineNode[]): boolean =>
  nodes.some((node) =>
    node.kind === 'text' ? /\p{L}/u.test(node.text) : node.kind === 'pair' && hasLetters(node.content.nodes),
  );

function trimEdges({ nodes, run, first, last }: InlineContent, prefix: Piece[], suffix: Piece[]): void {
  prefix.push(...markup(first.splice(0)));
  suffix.unshift(...markup(last.splice(0)));
  for (let node = nodes[0]; node !== undefined; node = nodes[0]) {
    if (node.kind === 'text') {
      const blank = node.text.length - node.text.trimStart().length;
      if (blank > 0) prefix.push({ kind: 'text', text: node.text.slice(0, blank), run });
      node.text = node.text.slice(blank);
      if (node.text !== '') break;
    } else if (hasWords([node])) break;
    else prefix.push(...everythingIn(node));
    nodes.shift();
  }
  for (let node = nodes.at(-1); node !== undefined; node = nodes.at(-1)) {
    if (node.kind === 'text') {
      const length = node.text.trimEnd().length;
      if (length < node.text.length) suffix.unshift({ kind: 'text', text: node.text.slice(length), run });
      node.text = node.text.slice(0, length);
      if (node.text !== '') break;
    } else if (hasWords([node])) break;
    else suffix.unshift(...everythingIn(node));
    nodes.pop();
  }
}

function everythingIn(node: InlineNode): Piece[] {
  if (node.kind === 'text') return [{ kind: 'text', text: node.text, run: node.run }];
  if (node.kind === 'single') return [...markup(node.before), ...node.pieces, ...markup(node.after)];
  const { first, nodes, last } = node.content;
  const inside = [...markup(first), ...nodes.flatMap(everythingIn), ...markup(last)];
  return [...markup(node.before), ...node.open, ...inside, ...node.close, ...markup(node.after)];
}

function partsOf(nodes: readonly InlineNode[], tags: Map<number, InlineNode>): SegmentPart[] {
  return nodes.flatMap((node): SegmentPart[] => {
    if (node.kind === 'text') return [{ kind: 'text', text: node.text }];
    const id = tags.size + 1;
    tags.set(id, node);
    if (node.kind === 'single') return [{ kind: 'single', id }];
    return [{ kind: 'open', id }, ...partsOf(node.content.nodes, tags), { kind: 'close', id }];
  });
}

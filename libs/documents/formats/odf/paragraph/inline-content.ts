import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { MarkInText } from '../../inline/marks-in-text.js';
import { type BetweenMarkers, handOverMarkers, hasText, isBlank, lookOfMost } from '../../inline/paragraph-tree.js';
import { plainLook, type TextLook } from '../styles/text-look.js';
import type { Item, Marker, SingleItem, TextItem } from './paragraph-items.js';

/** A stretch of text of one look; a pair of tags, for a look or a container; a single tag. */
export type InlineNode =
  | ({
      kind: 'text';
      text: string;
      look: TextLook;
      items: (TextItem | Marker)[];
      marks: MarkInText<Marker>[];
    } & BetweenMarkers<Marker>)
  | ({ kind: 'single'; items: Item[]; isApart: boolean } & BetweenMarkers<Marker>)
  | ({ kind: 'pair'; container?: XmlElement; content: InlineContent } & BetweenMarkers<Marker>);

export type InlineText = InlineNode & { kind: 'text' };
export type InlinePair = InlineNode & { kind: 'pair' };

/** Text directly in `nodes` has this look; any other look is a pair. */
export interface InlineContent {
  nodes: InlineNode[];
  look: TextLook;
  first: Marker[];
  last: Marker[];
}

/** The tree of a row of items whose containers are balanced. */
export const contentOf = (items: readonly Item[]): InlineContent => {
  const rows = [new Row()];
  const containers: XmlElement[] = [];
  for (const item of items) {
    const row = rows.at(-1) ?? new Row();
    if (item.kind === 'open') {
      rows.push(new Row());
      containers.push(item.container);
    } else if (item.kind === 'close') {
      const content = rows.pop()?.finish();
      const container = containers.pop();
      if (content !== undefined && container !== undefined) rows.at(-1)?.addContainer(container, content);
    } else if (item.kind === 'marker') row.addMarker(item);
    else if (item.kind === 'text') row.addText(item);
    else if (item.kind === 'single') row.addSingle(item);
  }
  return (rows[0] ?? new Row()).finish();
};

/** The items that a node was made of. */
export const itemsIn = (node: InlineNode): Item[] => {
  const inside = node.kind === 'pair' ? pairItems(node) : node.items;
  return [...node.before, ...inside, ...node.after];
};

const pairItems = ({ container, content }: InlinePair): Item[] => {
  const inside = [...content.first, ...content.nodes.flatMap(itemsIn), ...content.last];
  if (container === undefined) return inside;
  return [{ kind: 'open', container }, ...inside, { kind: 'close', container }];
};

class Row {
  private readonly nodes: InlineNode[] = [];
  private readonly first: Marker[] = [];
  /** Markers read since the last node. */
  private markers: Marker[] = [];

  addMarker(marker: Marker): void {
    this.markers.push(marker);
  }

  addText(item: TextItem): void {
    const { text, look } = item;
    const last = this.nodes.at(-1);
    if (last?.kind !== 'text' || !canJoin(last, text, look)) {
      this.push({ kind: 'text', text, look, items: [item], marks: [], before: [], after: [] });
      return;
    }
    if (isBlank(last.text) && !isBlank(text)) last.look = look;
    for (const marker of this.markers) last.marks.push({ at: last.text.length, marker });
    last.items.push(...this.markers, item);
    last.text += text;
    this.markers = [];
  }

  addContainer(container: XmlElement, content: InlineContent): void {
    const pair: InlineNode = { kind: 'pair', container, content, before: [], after: [] };
    if (hasText(content.nodes)) this.push(pair);
    else this.push({ kind: 'single', items: itemsIn(pair), isApart: false, before: [], after: [] });
  }

  addSingle(item: SingleItem): void {
    const last = this.nodes.at(-1);
    if (last?.kind === 'single' && this.markers.length === 0) {
      last.items.push(item);
      last.isApart ||= item.isApart;
    } else this.push({ kind: 'single', items: [item], isApart: item.isApart, before: [], after: [] });
  }

  finish(): InlineContent {
    const last = this.nodes.at(-1);
    const end = last?.after ?? this.first;
    for (const marker of this.markers) end.push(marker);
    const look = lookOfNodes(this.nodes);
    const nodes = this.nodes.map((node) =>
      node.kind === 'text' && node.look.key !== look.key ? lookPair(node) : node,
    );
    const content = { nodes, look, first: this.first, last: [] };
    handOverMarkers(content);
    return content;
  }

  private push(node: InlineNode): void {
    const last = this.nodes.at(-1);
    this.settle(node.before, last?.after ?? node.before);
    this.nodes.push(node);
  }

  /** Markers that begin here go to `starts` and those that end here to `ends`; an empty range stays in one piece, and a point behind a start. */
  private settle(starts: Marker[], ends: Marker[]): void {
    const begun = new Set<string>();
    for (const marker of this.markers) {
      if (marker.edge === 'start') begun.add(marker.range);
      const isAfterStart = marker.edge === 'end' ? begun.has(marker.range) : begun.size > 0;
      const isStart = marker.edge === 'start' || isAfterStart;
      (isStart ? starts : ends).push(marker);
    }
    this.markers = [];
  }
}

/** White space looks the same in any look that does not underline or shade it, so it never cuts a stretch. */
const canJoin = (last: InlineText, text: string, look: TextLook): boolean => {
  if (last.look.key === look.key) return true;
  return (isBlank(last.text) || isBlank(text)) && !last.look.showsBlanks && !look.showsBlanks;
};

/** The look of most of the text; text of this look needs no tag. */
const lookOfNodes = (nodes: readonly InlineNode[]): TextLook =>
  lookOfMost(
    nodes.flatMap((node) => (node.kind === 'text' ? [{ text: node.text, look: node.look, key: node.look.key }] : [])),
  ) ?? plainLook;

const lookPair = ({ before, after, ...text }: InlineText): InlineNode => {
  const nodes: InlineNode[] = [{ ...text, before: [], after: [] }];
  return { kind: 'pair', content: { nodes, look: text.look, first: [], last: [] }, before, after };
};

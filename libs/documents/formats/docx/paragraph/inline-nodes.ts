import type { Item, Marker, Piece } from './paragraph-items.js';
import type { Run } from './run.js';

interface Surrounded {
  before: Marker[];
  after: Marker[];
}

/** A stretch of text of one look; a pair of tags, for a look or a container; a single tag. */
export type InlineNode =
  | ({ kind: 'text'; text: string; run: Run } & Surrounded)
  | ({ kind: 'single'; pieces: Piece[] } & Surrounded)
  | ({ kind: 'pair'; open: Piece[]; close: Piece[]; content: InlineContent } & Surrounded);

type InlineText = InlineNode & { kind: 'text' };

/** Text directly in `nodes` looks like `run`; any other look is a pair. */
export interface InlineContent {
  nodes: InlineNode[];
  run: Run | undefined;
  first: Marker[];
  last: Marker[];
}

const isBlank = (text: string): boolean => !/\S/.test(text);

export const contentOf = (items: readonly Item[], outerRun?: Run): InlineContent => {
  const row = new Row();
  for (const item of items) row.add(item, outerRun);
  const content = row.finish();
  const run = mainRun(content.nodes);
  const nodes = content.nodes.map((node) =>
    node.kind === 'text' && node.run.look !== run?.look ? lookPair(node) : node,
  );
  const dressed = { ...content, nodes, run: run ?? outerRun };
  handOverMarkers(dressed);
  return dressed;
};

export const hasWords = (nodes: readonly InlineNode[]): boolean =>
  nodes.some((node) =>
    node.kind === 'text' ? !isBlank(node.text) : node.kind === 'pair' && hasWords(node.content.nodes),
  );

export const hasLetters = (nodes: readonly InlineNode[]): boolean =>
  nodes.some((node) =>
    node.kind === 'text' ? /\p{L}/u.test(node.text) : node.kind === 'pair' && hasLetters(node.content.nodes),
  );

class Row {
  private readonly nodes: InlineNode[] = [];
  private readonly first: Marker[] = [];
  /** Markers read since the last node. */
  private markers: Marker[] = [];

  add(item: Item, outerRun: Run | undefined): void {
    if (item.kind === 'marker') this.markers.push(item);
    else if (item.kind === 'text') this.addText(item);
    else if (item.kind === 'container') this.addContainer(item, outerRun);
    else {
      if (item.kind === 'separator') this.addSpace(item.run);
      this.addSingle({ kind: 'item', item });
    }
  }

  finish(): Omit<InlineContent, 'run'> {
    const last = this.nodes.at(-1);
    const end = last?.after ?? this.first;
    for (const marker of this.markers) end.push(marker);
    return { nodes: this.nodes, first: this.first, last: [] };
  }

  private addText({ text, run }: Item & { kind: 'text' }): void {
    const last = this.nodes.at(-1);
    if (last?.kind !== 'text' || !canJoin(last, text, run)) {
      this.push({ kind: 'text', text, run, before: [], after: [] });
      return;
    }
    if (isBlank(last.text) && !isBlank(text)) last.run = run;
    last.text += text;
    // A range that begins or ends within a stretch takes in the whole of it.
    this.settle(last.before, last.after);
  }

  /**
   * A space before a break, so that the words on both sides stay apart where a translation moves the break away. Who
   * writes the break leaves it out.
   */
  private addSpace(run: Run): void {
    const last = this.nodes.at(-1);
    if (last?.kind !== 'text' || !canJoin(last, ' ', run)) {
      this.push({ kind: 'text', text: ' ', run, before: [], after: [] });
    } else last.text = `${last.text.trimEnd()} `;
  }

  private addContainer(item: Item & { kind: 'container' }, outerRun: Run | undefined): void {
    const content = contentOf(item.items, outerRun);
    if (!hasText(content.nodes)) this.addSingle({ kind: 'item', item });
    else this.push({ kind: 'pair', open: item.open, close: item.close, content, before: [], after: [] });
  }

  private addSingle(piece: Piece): void {
    const last = this.nodes.at(-1);
    if (last?.kind === 'single' && this.markers.length === 0) last.pieces.push(piece);
    else this.push({ kind: 'single', pieces: [piece], before: [], after: [] });
  }

  private push(node: InlineNode): void {
    const last = this.nodes.at(-1);
    this.settle(node.before, last?.after ?? node.before);
    this.nodes.push(node);
  }

  /** Markers that begin here go to `starts` and those that end here to `ends`; an empty range stays in one piece. */
  private settle(starts: Marker[], ends: Marker[]): void {
    const begun = new Set<string | undefined>();
    for (const marker of this.markers) {
      if (marker.edge === 'start') begun.add(marker.range);
      const isStart = marker.edge === 'start' || (marker.edge === 'end' && begun.has(marker.range));
      (isStart ? starts : ends).push(marker);
    }
    this.markers = [];
  }
}

/** White space looks the same in any run that does not underline or shade it, so it never cuts a stretch. */
const canJoin = (last: InlineText, text: string, run: Run): boolean => {
  if (last.run.look === run.look) return true;
  return (isBlank(last.text) || isBlank(text)) && !last.run.showsBlanks && !run.showsBlanks;
};

const hasText = (nodes: readonly InlineNode[]): boolean =>
  nodes.some((node) => node.kind === 'text' || (node.kind === 'pair' && hasText(node.content.nodes)));

/** The run of most of the text; text of this look needs no tag. */
const mainRun = (nodes: readonly InlineNode[]): Run | undefined => {
  const lengths = new Map<string, { run: Run; length: number }>();
  for (const node of nodes) {
    if (node.kind !== 'text') continue;
    const counted = lengths.get(node.run.look) ?? { run: node.run, length: 0 };
    counted.length += node.text.replace(/\s/g, '').length;
    lengths.set(node.run.look, counted);
  }
  let main: { run: Run; length: number } | undefined;
  for (const counted of lengths.values()) if (main === undefined || counted.length > main.length) main = counted;
  return main?.run;
};

const lookPair = ({ text, run, before, after }: InlineText): InlineNode => {
  const nodes: InlineNode[] = [{ kind: 'text', text, run, before: [], after: [] }];
  return { kind: 'pair', open: [], close: [], content: { nodes, run, first: [], last: [] }, before, after };
};

/** Text without a tag cannot be found again in a translation, so its markers go to the tag or the edge beside it. */
const handOverMarkers = (content: InlineContent): void => {
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

import type { MarkInText } from '../../inline/marks-in-text.js';
import { type BetweenMarkers, handOverMarkers, hasText, isBlank, lookOfMost } from '../../inline/paragraph-tree.js';
import type { Item, Marker, Piece } from './paragraph-items.js';
import type { Run } from './run.js';

/** A stretch of text of one look; a pair of tags, for a look or a container; a single tag. */
export type InlineNode =
  | ({ kind: 'text'; text: string; run: Run; marks: MarkInText<Marker>[] } & BetweenMarkers<Marker>)
  | ({ kind: 'single'; pieces: Piece[] } & BetweenMarkers<Marker>)
  | ({ kind: 'pair'; open: Piece[]; close: Piece[]; content: InlineContent } & BetweenMarkers<Marker>);

type InlineText = InlineNode & { kind: 'text' };

/** Text directly in `nodes` looks like `run`; any other look is a pair. */
export interface InlineContent {
  nodes: InlineNode[];
  run: Run | undefined;
  first: Marker[];
  last: Marker[];
}

export const contentOf = (items: readonly Item[], outerRun?: Run): InlineContent => {
  const row = new Row();
  for (const item of items) row.add(item, outerRun);
  const content = row.finish();
  const run = runOfMost(content.nodes);
  const nodes = content.nodes.map((node) =>
    node.kind === 'text' && node.run.look !== run?.look ? lookPair(node) : node,
  );
  const dressed = { ...content, nodes, run: run ?? outerRun };
  handOverMarkers(dressed);
  return dressed;
};

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
      this.push({ kind: 'text', text, run, marks: [], before: [], after: [] });
      return;
    }
    if (isBlank(last.text) && !isBlank(text)) last.run = run;
    for (const marker of this.markers) last.marks.push({ at: last.text.length, marker });
    this.markers = [];
    last.text += text;
  }

  /**
   * A space before a break, so that the words on both sides stay apart where a translation moves the break away. Who
   * writes the break leaves it out.
   */
  private addSpace(run: Run): void {
    const last = this.nodes.at(-1);
    if (last?.kind !== 'text' || !canJoin(last, ' ', run)) {
      this.push({ kind: 'text', text: ' ', run, marks: [], before: [], after: [] });
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

/** The run of most of the text; text of this look needs no tag. */
const runOfMost = (nodes: readonly InlineNode[]): Run | undefined =>
  lookOfMost(
    nodes.flatMap((node) => (node.kind === 'text' ? [{ text: node.text, look: node.run, key: node.run.look }] : [])),
  );

const lookPair = ({ before, after, ...text }: InlineText): InlineNode => {
  const nodes: InlineNode[] = [{ ...text, before: [], after: [] }];
  const content = { nodes, run: text.run, first: [], last: [] };
  return { kind: 'pair', open: [], close: [], content, before, after };
};

/** How a file looks before and after, by the pages that it is drawn on. */
export interface LayoutCheck {
  /** Whether other programs read the translated file as they read the source. */
  opens: boolean;
  pages?: { before: number; after: number };
  /** Share of the area of text, before and after together, that has text both times. */
  overlap?: number;
  /** Lines that lie on others after, and did not before. */
  collisions?: number;
  /** Words that stand beyond the edge of a page after, and did not before. */
  beyondEdge?: number;
  /** Words of a PDF that are in the file and do not show on the drawn page after, and did before. */
  hiddenWords?: number;
  /** Height of the lines after, as a share of that before, at the median. */
  lineHeight?: number;
  /** Different words that the other program draws, and those of them that are in no segment. */
  drawn?: { words: number; missing: string[] };
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface DrawnPage {
  width: number;
  height: number;
  lines: Box[];
  words: Box[];
}

const attributesOf = (tag: string): Record<string, number> =>
  Object.fromEntries([...tag.matchAll(/(\w+)="(-?[\d.]+)"/g)].map(([, name, value]) => [name, Number(value)]));

/** The pages of what `pdftotext -bbox-layout` writes. */
export const readDrawnPages = (layout: string): DrawnPage[] => {
  const pages: DrawnPage[] = [];
  for (const [tag, kind] of layout.matchAll(/<(page|line|word) [^>]*>/g)) {
    const {
      width = 0,
      height = 0,
      xMin: left = 0,
      yMin: top = 0,
      xMax: right = 0,
      yMax: bottom = 0,
    } = attributesOf(tag);
    if (kind === 'page') pages.push({ width, height, lines: [], words: [] });
    const list = { line: pages.at(-1)?.lines, word: pages.at(-1)?.words }[kind ?? ''];
    list?.push({ left, top, right, bottom });
  }
  return pages;
};

/** Cells of a page in each direction. */
const cells = 200;

/** Part of the height of a line by which its area is taken higher and lower: so far lines of a paragraph are apart. */
const leading = 0.35;

/**
 * The area of the lines of a page. `pdftotext` tells of blocks, too, but groups words otherwise where a gap changes by a
 * little.
 */
const areaOf = ({ width, height, lines }: DrawnPage): Uint8Array => {
  const grid = new Uint8Array(cells * cells);
  const cell = (at: number, size: number) => Math.max(0, Math.min(cells, Math.round((at / size) * cells)));
  for (const { left, top, right, bottom } of lines) {
    const [from, to] = [cell(left, width), cell(right, width)];
    const around = leading * (bottom - top);
    for (let row = cell(top - around, height); row < cell(bottom + around, height); row += 1)
      grid.fill(1, row * cells + from, row * cells + to);
  }
  return grid;
};

const overlapOf = (before: readonly DrawnPage[], after: readonly DrawnPage[]): number => {
  let both = 0;
  let either = 0;
  const empty: DrawnPage = { width: 1, height: 1, lines: [], words: [] };
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [one, other] = [areaOf(before[at] ?? empty), areaOf(after[at] ?? empty)];
    for (let place = 0; place < one.length; place += 1) {
      both += (one[place] ?? 0) & (other[place] ?? 0);
      either += (one[place] ?? 0) | (other[place] ?? 0);
    }
  }
  return either === 0 ? 1 : both / either;
};

/** Share of the smaller of two lines that lies on the other when they collide. */
const collision = 0.3;

const collisionsOf = ({ lines }: DrawnPage): number => {
  let found = 0;
  const sizeOf = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 0 && height > 0 && width * height > collision * Math.min(sizeOf(one), sizeOf(other))) found += 1;
    }
  }
  return found;
};

const beyondEdgeOf = ({ words, width, height }: DrawnPage): number =>
  words.filter(({ left, top, right, bottom }) => left < -1 || top < -1 || right > width + 1 || bottom > height + 1)
    .length;

const medianHeight = (pages: readonly DrawnPage[]): number => {
  const heights = pages.flatMap(({ lines }) => lines.map(({ top, bottom }) => bottom - top)).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 1;
};

const sum = (pages: readonly DrawnPage[], of: (page: DrawnPage) => number): number =>
  pages.reduce((total, page) => total + of(page), 0);

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

const turned = (page: DrawnPage): DrawnPage => ({ ...page, width: page.height, height: page.width });

/** Whether a page is turned: `pdftotext` gives the places of its words as it is seen, and its sides as it lies in the file. */
const isTurned = (page: DrawnPage): boolean => beyondEdgeOf(page) > 0 && beyondEdgeOf(turned(page)) === 0;

/** Compares the pages of a file before and after. */
export const compareLayouts = (sourcePages: readonly DrawnPage[], translatedPages: readonly DrawnPage[]) => {
  const turns = sourcePages.map(isTurned);
  const asSeen = (page: DrawnPage, at: number): DrawnPage => (turns[at] ? turned(page) : page);
  const [before, after] = [sourcePages.map(asSeen), translatedPages.map(asSeen)];
  return {
    pages: { before: before.length, after: after.length },
    overlap: round(overlapOf(before, after)),
    collisions: Math.max(0, sum(after, collisionsOf) - sum(before, collisionsOf)),
    beyondEdge: Math.max(0, sum(after, beyondEdgeOf) - sum(before, beyondEdgeOf)),
    lineHeight: round(medianHeight(after) / medianHeight(before)),
  };
};

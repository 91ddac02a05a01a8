import type { PdfReference } from '../objects/pdf-values.js';

/** A rectangle of a page, in its own space. */
export interface Area {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A link of a page. */
export interface LinkArea {
  annotation: PdfReference;
  /** Where it leads, as the file writes it. */
  target: string;
  areas: readonly Area[];
  /** Whether it has a rectangle for each line, and not one alone. */
  hasQuads: boolean;
}

/** Words that lead to one place, by one annotation or by several: one for each line, for instance. */
export interface LinkedWords {
  target: string;
  links: LinkArea[];
}

const rowHeight = 24;
/** Links that a row of a page knows, and rows that a link is looked for in. */
const maxInRow = 64;
const maxRows = 100;

/** The links of a page by place. */
export class LinkAreas {
  private readonly rows = new Map<number, { link: LinkArea; area: Area }[]>();

  private readonly all: ReadonlySet<LinkArea>;

  constructor(links: readonly LinkArea[]) {
    this.all = new Set(links);
    for (const link of links) for (const area of link.areas) this.add(link, area);
  }

  has(link: LinkArea): boolean {
    return this.all.has(link);
  }

  at(x: number, y: number): LinkArea | undefined {
    return this.rows
      .get(Math.floor(y / rowHeight))
      ?.find(({ area }) => x >= area.left && x <= area.right && y >= area.bottom && y <= area.top)?.link;
  }

  private add(link: LinkArea, area: Area): void {
    const first = Math.floor(area.bottom / rowHeight);
    const last = Math.floor(area.top / rowHeight);
    for (let step = 0; step < maxRows && first + step <= last; step += 1) {
      const row = this.rows.get(first + step) ?? [];
      if (row.length < maxInRow) row.push({ link, area });
      this.rows.set(first + step, row);
    }
  }
}

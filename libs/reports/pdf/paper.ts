import PDFDocument from 'pdfkit';
import type { FontFace } from '#libs/documents/formats/pdf/fonts/font-catalogue.js';
import type { ReportContent } from '../report-content.js';
import { drawWithActualText } from './actual-text.js';
import { colours, contentBottom, looks, page, type TextLook } from './look.js';
import { InfoText, universalAccess } from './metadata.js';
import { PageTotal } from './page-total.js';
import type { AnnexedEvidence } from './parts/evidence.js';
import { drawRunningLines } from './running-lines.js';
import { ShortIds } from './short-ids.js';
import { cleanName } from './text/clean-text.js';
import { GlyphTexts } from './text/glyph-texts.js';
import { reportFont, shapingFeatures } from './text/report-font.js';
import { type Line, type Run, Typesetter } from './text/typesetter.js';

export type Structure = PDFKit.PDFStructureElement;

/** Options that pdfkit understands and its types do not know. */
export interface StructureOptions {
  alt?: string;
  scope?: 'Row' | 'Column';
  bbox?: readonly [left: number, top: number, right: number, bottom: number];
  placement?: 'Block';
}

/** The pages of a report, filled from top to bottom; y grows downwards. */
export class Paper {
  readonly document: PDFKit.PDFDocument;
  readonly type = new Typesetter();
  readonly root: Structure;
  y: number = page.top;
  pageNumber = 0;
  /** Lists of entries of the audit log that the annex will have, by the entries. */
  readonly annex = new Map<string, AnnexedEvidence>();
  /** Short forms of ids in tables and charts. */
  readonly shortIds = new ShortIds();
  private readonly kept: { height: number; draw: () => void }[] = [];
  private readonly fonts = new Map<string, ReturnType<typeof reportFont>>();
  private readonly texts = new GlyphTexts();
  private readonly total: PageTotal;

  constructor(readonly content: ReportContent) {
    const { report } = content;
    this.document = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-2a',
      tagged: true,
      displayTitle: true,
      lang: 'en',
      autoFirstPage: false,
      // It would keep the glyphs of every word of the report.
      fontLayoutCache: false,
      info: infoOf(report),
      ...withoutDefaultFont,
    });
    this.document.appendXML(universalAccess);
    this.total = new PageTotal(this.document);
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
    this.turnPage();
  }

  get room(): number {
    return contentBottom - this.y;
  }

  turnPage(): void {
    this.document.addPage();
    this.pageNumber += 1;
    this.y = page.top;
    this.artifact(() => drawRunningLines(this, this.total), 'Pagination');
  }

  /** Draws what comes next on this page or, unless so much is left of it, on a new one; what is kept with it goes first. */
  ensure(height: number): void {
    const kept = this.kept.splice(0);
    const together = kept.reduce((sum, one) => sum + one.height, height);
    if (this.room < together && this.y > page.top) this.turnPage();
    for (const { draw } of kept) draw();
  }

  /** Draws something of at most this height once it is known what comes next, and on its page. */
  keepWithNext(height: number, draw: () => void): void {
    this.kept.push({ height, draw });
  }

  /** Draws what was kept for something that does not come. */
  drawKept(): void {
    if (this.kept.length > 0) this.ensure(0);
  }

  open(parent: Structure, kind: string, options: StructureOptions = {}): Structure {
    const element = this.document.struct(kind, options as object);
    parent.add(element);
    return element;
  }

  /** An element of what is drawn at once, on this page. */
  leaf(parent: Structure, kind: string, draw: () => void, options: StructureOptions = {}): void {
    const element = this.open(parent, kind, options);
    element.add(draw);
    element.end();
  }

  /** Draws what belongs to no element: lines, backgrounds, what is repeated on each page. */
  artifact(draw: () => void, type: 'Pagination' | 'Layout' = 'Layout'): void {
    this.document.markContent('Artifact', { type });
    draw();
    this.document.endMarkedContent();
  }

  /** Draws a line with its baseline at y. */
  line(line: Line, look: TextLook, left: number, baseline: number): void {
    this.document.fillColor(look.colour);
    let x = left;
    for (const run of line.runs) {
      this.run(run, look, x, baseline);
      x += run.width;
    }
  }

  /** Draws lines below each other, the first in a line that begins at `top`. */
  lines(lines: readonly Line[], look: TextLook, left: number, top: number, align: Alignment = startAligned): void {
    lines.forEach((line, at) => {
      const indent = align.side === 'end' ? align.width - line.width : 0;
      this.line(line, look, left + indent, top + at * look.leading + baselineOf(look));
    });
  }

  rule(y: number, left: number = page.left, right: number = page.width - page.right, weight = 0.5): void {
    this.document.lineWidth(weight).strokeColor(colours.line).moveTo(left, y).lineTo(right, y).stroke();
  }

  /** Writes what is left; nothing can be drawn any more. */
  end(): void {
    this.setFont(this.type.lines('of', looks.running, page.width)[0]?.runs[0]?.face);
    this.total.write(this.pageNumber);
    this.root.end();
    this.document.end();
  }

  private run(run: Run, look: TextLook, x: number, baseline: number): void {
    const isTold = this.texts.tell(run);
    this.setFont(run.face);
    this.document.fontSize(look.size);
    const draw = (): void => {
      this.document.text(run.text, x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: shapingFeatures(run),
        textWidth: run.width,
      } as object);
    };
    if (isTold) draw();
    else drawWithActualText(this.document, run.text, draw);
  }

  private setFont(face: FontFace | undefined): void {
    if (!face) return;
    const font = this.fonts.get(face.key) ?? reportFont(face);
    this.fonts.set(face.key, font);
    // pdfkit's types know files of fonts alone; it takes whatever shapes text.
    this.document.font(font as unknown as PDFKit.Mixins.PDFFontSource, face.key);
  }
}

interface Alignment {
  readonly side: 'start' | 'end';
  readonly width: number;
}

const startAligned: Alignment = { side: 'start', width: 0 };

/** From the top of a line to its baseline. */
export const baselineOf = ({ size, leading }: TextLook): number => (leading - size) / 2 + size * 0.82;

/** Without this, pdfkit would embed nothing and still name Helvetica. */
const withoutDefaultFont = { font: null as unknown as string };

const infoOf = ({ id, title, organization, created_at }: ReportContent['report']): PDFKit.DocumentInfo =>
  ({
    Title: new InfoText(cleanName(title)),
    Author: new InfoText(cleanName(organization.name)),
    Subject: new InfoText(`Compliance report ${cleanName(id)}`),
    Creator: 'Transledger',
    Producer: 'Transledger',
    CreationDate: new Date(created_at),
  }) as object;

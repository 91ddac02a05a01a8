import { looks } from './look.js';

/** The part of pdfkit's fonts that its types leave out. */
interface EncodingFont {
  readonly id: string;
  ref(): PDFKit.PDFKitReference;
  /** Codes of four digits each. */
  encode(text: string): [codes: string[], positions: unknown];
}

/**
 * The number of pages, which is known after the last of them: each page shows one form, and that is written at the end.
 * Pages before need not be held for it.
 */
export class PageTotal {
  private readonly form: PDFKit.PDFKitReference;

  constructor(private readonly document: PDFKit.PDFDocument) {
    this.form = document.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -4, 60, 12] });
  }

  /** Shows it on the page, its baseline beginning here. */
  show(x: number, baseline: number): void {
    this.document.page.xobjects.Total = this.form;
    this.document.save().transform(1, 0, 0, -1, x, baseline);
    this.document.addContent('/Total Do');
    this.document.restore();
  }

  /** In the font that the document is set to. */
  write(pages: number): void {
    const { _font: font } = this.document as unknown as { _font: EncodingFont };
    const { size, colour } = looks.running;
    const rgb = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3));
    const [codes] = font.encode(` of ${pages}`);
    Object.assign(this.form.data, { Resources: { Font: { [font.id]: font.ref() } } });
    this.form.end(`BT ${rgb.join(' ')} rg /${font.id} ${size} Tf <${codes.join('')}> Tj ET`);
  }
}

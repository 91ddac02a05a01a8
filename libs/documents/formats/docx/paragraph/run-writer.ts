import { closeTag, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { type Item, noBreakHyphen, type Piece, type Separator } from './paragraph-items.js';
import type { Run } from './run.js';

/** The markup of the properties of a run. */
export type PropertiesMarkup = (run: Run | undefined) => string;

const pieceOfSeparator = ({ node, run, isSoft }: Separator): Piece => ({
  kind: 'node',
  node,
  run,
  isSoftBreak: isSoft,
});

/** Writes the content of a paragraph, with one `w:r` for consecutive content of the same run. */
export class RunWriter {
  private xml = '';
  private open: { run: Run | undefined } | undefined;
  private pendingText = '';

  constructor(
    /** The prefix `w:`, as the paragraph writes it. */
    private readonly prefix: string,
    private readonly properties: PropertiesMarkup,
    private readonly replacements: ReadonlyMap<XmlElement, string>,
  ) {}

  write(piece: Piece): void {
    if (piece.kind === 'text') this.text(piece.text, piece.run);
    else if (piece.kind === 'item') this.item(piece.item);
    else if (piece.kind === 'node' && piece.run !== undefined) {
      // A break takes the place of the space before it.
      if (piece.isSoftBreak) this.pendingText = this.pendingText.replace(/ $/, '');
      this.inRun(piece.run);
      this.endText();
      this.xml += serialize(piece.node, this.replacements);
    } else {
      this.endRun();
      this.xml += piece.kind === 'markup' ? piece.markup : serialize(piece.node, this.replacements);
    }
  }

  private item(item: Item): void {
    if (item.kind === 'text') this.write({ kind: 'node', node: item.node, run: item.run });
    else if (item.kind === 'separator') this.write(pieceOfSeparator(item));
    else if (item.kind === 'field') this.write(item.piece);
    else if (item.kind !== 'container') for (const piece of item.pieces) this.write(piece);
    else {
      for (const piece of item.open) this.write(piece);
      for (const inner of item.items) this.item(inner);
      for (const piece of item.close) this.write(piece);
    }
  }

  text(text: string, run: Run | undefined): void {
    if (text === '') return;
    this.inRun(run);
    const [first = '', ...others] = text.split(noBreakHyphen);
    this.pendingText += first;
    for (const other of others) {
      this.endText();
      this.xml += `<${this.prefix}noBreakHyphen/>`;
      this.pendingText = other;
    }
  }

  finish(): string {
    this.endRun();
    return this.xml;
  }

  private inRun(run: Run | undefined): void {
    if (this.open !== undefined && this.open.run === run) return;
    this.endRun();
    this.open = { run };
    this.xml += (run === undefined ? `<${this.prefix}r>` : openTag(run.element)) + this.properties(run);
  }

  private endRun(): void {
    if (this.open === undefined) return;
    this.endText();
    this.xml += this.open.run === undefined ? `</${this.prefix}r>` : closeTag(this.open.run.element);
    this.open = undefined;
  }

  /** Word drops white space at the ends of a text that does not ask to keep it. */
  private endText(): void {
    if (this.pendingText === '') return;
    const space = /^\s|\s$|\s\s|[\n\t]/.test(this.pendingText) ? ' xml:space="preserve"' : '';
    this.xml += `<${this.prefix}t${space}>${escapeXmlText(this.pendingText)}</${this.prefix}t>`;
    this.pendingText = '';
  }
}

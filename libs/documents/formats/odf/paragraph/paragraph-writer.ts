import { closeTag, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { odfAttribute, odfName } from '../odf-names.js';
import { plainLook, type TextLook } from '../styles/text-look.js';
import { type Item, plainFields } from './paragraph-items.js';

/** Writes the content of a paragraph, with its spans once around consecutive content of one look. */
export class ParagraphWriter {
  private xml = '';
  private look = plainLook;
  /** White space that follows white space, or that begins a paragraph, is only kept as `text:s`. */
  private isAfterSpace = true;
  private readonly opened = new Set<XmlElement>();
  /** The field of characters that is written, whose tag waits for the look of its text. */
  private field: { container: XmlElement; isBegun: boolean } | undefined;

  /** @param prefix that of `text:p`, as the paragraph writes it */
  constructor(private readonly prefix: string) {}

  write(item: Item): void {
    if (item.kind === 'text') {
      if (item.raw === undefined) this.text(item.text, item.look);
      else this.node(item.raw, item.look);
    } else if (item.kind === 'open') this.open(item.container);
    else if (item.kind === 'close') this.close(item.container);
    else if (item.kind === 'marker') this.xml += serialize(item.node);
    else this.node(serialize(item.node), item.look);
  }

  text(text: string, look: TextLook): void {
    if (text === '') return;
    this.begin(look);
    for (const [piece] of text.matchAll(/[ \t\r\n]+|[^ \t\r\n]+/g)) {
      if (/[^ \t\r\n]/.test(piece)) {
        this.xml += escapeXmlText(piece);
        this.isAfterSpace = false;
      } else this.spaces(piece.includes('\n') || piece.includes('\r') ? 1 : piece.length);
    }
  }

  open(container: XmlElement): void {
    if (plainFields.has(odfName(container))) this.field = { container, isBegun: false };
    else {
      this.wear(plainLook);
      this.tag(container);
    }
  }

  /** All that a field of characters shows has one look, the first. */
  private begin(look: TextLook): void {
    if (this.field?.isBegun !== true) this.wear(look);
    this.beginField();
  }

  private beginField(): void {
    if (this.field === undefined || this.field.isBegun) return;
    this.field.isBegun = true;
    this.tag(this.field.container);
  }

  private tag(container: XmlElement): void {
    const tag = openTag(container);
    const id = odfAttribute(container.attributes, 'xml:id');
    const isAgain = this.opened.has(container) && id !== undefined;
    this.xml += isAgain ? tag.replace(/\sxml:id\s*=\s*(?:"[^"]*"|'[^']*')/, '') : tag;
    this.opened.add(container);
  }

  close(container: XmlElement): void {
    if (this.field?.container === container) {
      this.beginField();
      this.field = undefined;
    } else this.wear(plainLook);
    this.xml += closeTag(container);
  }

  finish(): string {
    this.wear(plainLook);
    return this.xml;
  }

  private node(markup: string, look: TextLook): void {
    this.begin(look);
    this.xml += markup;
    this.isAfterSpace = false;
  }

  private spaces(count: number): void {
    if (this.field !== undefined) {
      this.xml += ' ';
      this.isAfterSpace = true;
      return;
    }
    const written = this.isAfterSpace ? count : count - 1;
    if (!this.isAfterSpace) this.xml += ' ';
    if (written > 0) this.xml += `<${this.prefix}s${written === 1 ? '' : ` ${this.prefix}c="${written}"`}/>`;
    this.isAfterSpace = written === 0;
  }

  /** Ends the spans of the last look and begins those of this one. */
  private wear(look: TextLook): void {
    if (look.key === this.look.key) return;
    for (const span of this.look.spans.toReversed()) this.xml += closeTag(span);
    for (const span of look.spans) this.xml += openTag(span);
    this.look = look;
  }
}

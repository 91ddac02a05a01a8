import { SaxesParser } from 'saxes';
import { FormatError } from '../format.errors.js';
import type { XmlAttribute } from '../xml/xml-tokens.js';

/** A stretch of an XML file; the stretches joined are the file. */
export type XmlEvent =
  | { kind: 'open'; raw: string; local: string; uri: string; attributes: XmlAttribute[] }
  | { kind: 'close' | 'text' | 'cdata' | 'other'; raw: string };

const maxDepth = 512;
/** UTF-16 code units from the end of one tag to the end of the next, at most. */
const maxLength = 8 * 1024 * 1024;

/** Entities that the document type may define, and prefixes that the file around this one may. */
const tolerated = /undefined entity|unbound namespace prefix/;

/**
 * Cuts XML into its tags and what is between them. Document types are passed over: no entity is expanded, and nothing
 * is fetched.
 */
export class XmlEvents {
  private readonly parser = new SaxesParser({ xmlns: true });
  private events: XmlEvent[] = [];
  private pending = '';
  private pendingStart = 0;
  private depth = 0;
  private commentEnd: number | undefined;

  constructor() {
    const { parser } = this;
    parser.on('error', ({ message }) => {
      if (!tolerated.test(message)) throw new FormatError('invalid', 'The file is not well-formed XML.');
    });
    parser.on('opentag', ({ local, uri, attributes }) => {
      this.depth += 1;
      if (this.depth > maxDepth) throw new FormatError('hostile', 'The elements of the XML file are nested too deep.');
      const source = this.take(parser.position);
      const start = source.lastIndexOf('<');
      if (start > 0) this.events.push({ kind: 'other', raw: source.slice(0, start) });
      this.events.push({ kind: 'open', raw: source.slice(start), local, uri, attributes: Object.values(attributes) });
    });
    parser.on('closetag', () => {
      this.depth -= 1;
      this.events.push({ kind: 'close', raw: this.take(parser.position) });
    });
    // Comes after the `<` that ends the text has been read; text outside the root is left to the next event.
    parser.on('text', () => {
      if (this.depth > 0) this.events.push({ kind: 'text', raw: this.take(parser.position - 1) });
    });
    parser.on('cdata', () => this.events.push({ kind: 'cdata', raw: this.take(parser.position) }));
    const other = (): void => {
      this.events.push({ kind: 'other', raw: this.take(parser.position) });
    };
    parser.on('comment', () => {
      // Comes before the `>`.
      this.commentEnd = parser.position + 1;
    });
    parser.on('processinginstruction', other);
    parser.on('doctype', other);
  }

  /** @throws FormatError */
  push(text: string): XmlEvent[] {
    this.pending += text;
    this.parser.write(text);
    if (this.pending.length > maxLength) throw new FormatError('hostile', 'The XML file has one huge piece of text.');
    return this.flush();
  }

  /** @throws FormatError */
  end(): XmlEvent[] {
    this.parser.close();
    if (this.pending !== '')
      this.events.push({ kind: 'other', raw: this.take(this.pendingStart + this.pending.length) });
    return this.flush();
  }

  private take(end: number): string {
    this.takeComment();
    return this.cut(end);
  }

  /** Takes a comment that has ended, once all of it is there. */
  private takeComment(): void {
    const end = this.commentEnd;
    if (end === undefined || end > this.pendingStart + this.pending.length) return;
    this.commentEnd = undefined;
    this.events.push({ kind: 'other', raw: this.cut(end) });
  }

  private cut(end: number): string {
    const raw = this.pending.slice(0, end - this.pendingStart);
    this.pending = this.pending.slice(end - this.pendingStart);
    this.pendingStart = end;
    return raw;
  }

  private flush(): XmlEvent[] {
    this.takeComment();
    const { events } = this;
    this.events = [];
    return events;
  }
}

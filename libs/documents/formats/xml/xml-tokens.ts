import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FormatError } from '#libs/documents/formats/format.errors.js';

export interface XmlAttribute {
  /** The name as written, with its prefix. */
  name: string;
  local: string;
  uri: string;
  value: string;
}

/** The source from `start` to `end` (UTF-16 units) is `raw`; the tokens leave no gap between them. */
interface Placed {
  start: number;
  end: number;
  raw: string;
}

export type XmlToken = Placed &
  (
    | { kind: 'open'; name: string; prefix: string; local: string; uri: string; attributes: XmlAttribute[] }
    /** `raw` is empty after an element that closes itself. */
    | { kind: 'close' }
    | { kind: 'text'; text: string }
    /** The source left at the end of the file. */
    | { kind: 'rest' }
  );

export interface XmlLimits {
  depth: number;
  /** UTF-16 units from the end of one tag to the end of the next. */
  tokenLength: number;
}

export const defaultXmlLimits: XmlLimits = { depth: 512, tokenLength: 8 * 1024 ** 2 };

const invalid = () => new FormatError('invalid', 'A part of the document is not well-formed XML.');
const hostile = (message: string) => new FormatError('hostile', message);

/**
 * The tokens of an XML file, a batch for each chunk. Comments and processing instructions belong to the `raw` of the
 * token after them. Document types are refused, so that no entity can expand.
 * @throws FormatError
 */
export async function* xmlTokens(
  text: AsyncIterable<string>,
  limits: XmlLimits = defaultXmlLimits,
): AsyncGenerator<XmlToken[], void> {
  const tokenizer = new XmlTokenizer(limits);
  for await (const chunk of text) yield tokenizer.write(chunk);
  yield tokenizer.close();
}

class XmlTokenizer {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly limits: XmlLimits;
  private tokens: XmlToken[] = [];
  /** Source that has been read and is in no token yet, from `pendingStart` on. */
  private pending = '';
  private pendingStart = 0;
  private depth = 0;
  private closing = false;

  constructor(limits: XmlLimits) {
    this.limits = limits;
    const parser = this.parser;
    parser.on('error', () => {
      throw invalid();
    });
    parser.on('doctype', () => {
      throw hostile('A part of the document declares a document type.');
    });
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !/^utf-?(8|16)(le|be)?$/i.test(encoding)) {
        throw new FormatError('invalid', 'A part of the document is neither in UTF-8 nor in UTF-16.');
      }
    });
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('closetag', () => {
      this.depth -= 1;
      this.tokens.push({ kind: 'close', ...this.take(parser.position) });
    });
    // Emitted after the `<` that ends the text has been read; text outside the root is left to the next token.
    parser.on('text', (text) => {
      if (this.depth > 0) this.tokens.push({ kind: 'text', text, ...this.take(parser.position - 1) });
    });
    parser.on('cdata', (text) => this.tokens.push({ kind: 'text', text, ...this.take(parser.position) }));
  }

  write(chunk: string): XmlToken[] {
    this.pending += chunk;
    this.parser.write(chunk);
    if (this.pending.length > this.limits.tokenLength) throw hostile('A part of the document has one huge piece.');
    return this.flush();
  }

  close(): XmlToken[] {
    if (!this.closing) this.parser.close();
    this.closing = true;
    if (this.pending !== '') {
      this.tokens.push({ kind: 'rest', ...this.take(this.pendingStart + this.pending.length) });
    }
    return this.flush();
  }

  private open(tag: SaxesTagNS): void {
    this.depth += 1;
    if (this.depth > this.limits.depth) throw hostile('A part of the document is nested too deeply.');
    const { name, prefix, local, uri } = tag;
    const attributes = Object.values(tag.attributes);
    this.tokens.push({ kind: 'open', name, prefix, local, uri, attributes, ...this.take(this.parser.position) });
  }

  private take(end: number): Placed {
    const start = this.pendingStart;
    const raw = this.pending.slice(0, end - start);
    this.pending = this.pending.slice(end - start);
    this.pendingStart = end;
    return { start, end, raw };
  }

  private flush(): XmlToken[] {
    const tokens = this.tokens;
    this.tokens = [];
    return tokens;
  }
}

/** A line end, or a comment, in a value that libyaml reads whatever its lines are indented by. */
interface LooseSpan {
  start: number;
  end: number;
  isQuoted: boolean;
  /** Columns by which the grammar asks for the next line to be indented at least. */
  indent: number;
}

/** Marks of list items and of keys before the first value of a line. */
const lineStart = /[ \t]*(?:[-?](?=[ \t])[ \t]+){0,50}/y;
const blockScalar = /[|>][-+\d]{0,2}(?=[ \t]*(?:[ \t]#|\r?\n|\r|$))/y;
const lineEnd = /[\r\n]/g;
/** A tag or an anchor, behind which a value begins as at the start. */
const property = /[&!][^\s,[\]{}]{0,1000}[ \t]+/y;

/**
 * Finds the line ends within quotations and within lists and maps in brackets, and the comments in these. libyaml (Ruby,
 * Python) reads such values however deep their lines are indented; the grammar of YAML 1.2 asks for more than their key.
 */
class LooseScanner {
  private readonly found: LooseSpan[] = [];
  private at = 0;
  private depth = 0;
  /** Columns before the first key or value of the line. */
  private column = 0;
  private markColumn = 0;
  /** Whether a value may begin here. */
  private mayBegin = true;

  constructor(private readonly text: string) {}

  scan(): LooseSpan[] {
    this.beginLine();
    while (this.at < this.text.length) this.take(this.text[this.at] ?? '');
    return this.found;
  }

  private matched(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? '';
  }

  private beginLine(): void {
    const start = this.matched(lineStart);
    this.column = start.length;
    this.markColumn = /[-?]/.test(start) ? start.trimEnd().length - 1 : -1;
    this.at += start.length;
    this.mayBegin = true;
  }

  private take(sign: string): void {
    if (sign === '\n' || sign === '\r') this.takeLineEnd();
    else if (sign === ' ' || sign === '\t') this.at += 1;
    else if (sign === '#' && /^$|[\s,[\]{}]/.test(this.text[this.at - 1] ?? '')) this.takeComment();
    else if (this.mayBegin && (sign === '"' || sign === "'")) this.takeQuoted(sign);
    else if (this.depth === 0 && this.mayBegin && this.matched(blockScalar) !== '') this.takeBlockScalar();
    else if (this.mayBegin && this.matched(property) !== '') this.at += this.matched(property).length;
    else this.takeSign(sign);
  }

  private takeSign(sign: string): void {
    const isBracket = sign === '[' || sign === '{';
    if (isBracket && (this.mayBegin || this.depth > 0)) this.depth += 1;
    if (this.depth > 0 && (sign === ']' || sign === '}')) this.depth -= 1;
    const endsKey = sign === ':' && /^$|[\s,[\]{}"']/.test(this.text[this.at + 1] ?? '');
    this.mayBegin = endsKey || (this.depth > 0 && (isBracket || sign === ','));
    this.at += 1;
  }

  private lineEndAt(at: number): number {
    return at + (this.text.startsWith('\r\n', at) ? 2 : 1);
  }

  private endOfLine(from: number): number {
    lineEnd.lastIndex = from;
    return lineEnd.exec(this.text)?.index ?? this.text.length;
  }

  private takeLineEnd(): void {
    const start = this.at;
    this.at = this.lineEndAt(start);
    if (this.depth === 0) this.beginLine();
    else this.found.push({ start, end: this.at, isQuoted: false, indent: this.column + 1 });
  }

  private takeComment(): void {
    const start = this.at;
    this.at = this.endOfLine(start);
    if (this.depth > 0) this.found.push({ start, end: this.at, isQuoted: false, indent: 0 });
  }

  private takeQuoted(quote: string): void {
    for (this.at += 1; this.at < this.text.length; ) {
      const sign = this.text[this.at];
      const next = this.text[this.at + 1];
      if (sign === quote && !(quote === "'" && next === "'")) break;
      const isEscape = quote === '"' && sign === '\\';
      const lineEnd = isEscape ? this.at + 1 : this.at;
      if (this.text[lineEnd] === '\n' || this.text[lineEnd] === '\r') {
        const end = this.lineEndAt(lineEnd);
        this.found.push({ start: this.at, end, isQuoted: true, indent: this.column + 1 });
        this.at = end;
      } else this.at += isEscape || sign === quote ? 2 : 1;
    }
    this.at += 1;
    this.mayBegin = false;
  }

  /** Passes over a block of text: its lines are deeper than its key. */
  private takeBlockScalar(): void {
    const parent = this.at === this.lineStartOf(this.at) + this.column ? this.markColumn : this.column;
    for (let end = this.endOfLine(this.at); ; end = this.endOfLine(this.at)) {
      this.at = end;
      if (end === this.text.length) return;
      const next = this.lineEndAt(end);
      const line = this.text.slice(next, this.endOfLine(next));
      const isWithin = line.trim() === '' || line.length - line.trimStart().length > parent;
      if (!isWithin) return;
      this.at = next;
    }
  }

  private lineStartOf(at: number): number {
    return Math.max(this.text.lastIndexOf('\n', at - 1), this.text.lastIndexOf('\r', at - 1)) + 1;
  }
}

/** A text with others in the place of its spans. */
const replaced = (text: string, write: (span: LooseSpan) => string): string => {
  let written = '';
  let from = 0;
  for (const span of new LooseScanner(text).scan()) {
    written += text.slice(from, span.start) + write(span);
    from = span.end;
  }
  return written + text.slice(from);
};

/** The document with each such value on one line, every character in its place: those of the line ends are others. */
export const onOneLine = (document: string): string =>
  replaced(document, ({ start, end, isQuoted }) => (isQuoted ? '\ue001' : ' ').repeat(end - start));

/** The document with the lines of such values indented as the grammar asks for. */
export const indentedLines = (document: string): string =>
  replaced(document, ({ start, end, indent }) => document.slice(start, end) + ' '.repeat(indent));

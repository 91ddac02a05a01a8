import { FormatError } from '../format.errors.js';
import { decodeStrings } from './po-string.js';

export type PoKeyword = 'msgctxt' | 'msgid' | 'msgid_plural' | 'msgstr';

/**
 * A part of an entry: a line that is a comment, blank or of an entry that is no longer used, or a keyword with its strings,
 * the one of a plural form with its number.
 */
export type PoPart =
  | { kind: 'flags' | 'previous' | 'other'; raw: string }
  | { kind: 'field'; raw: string; keyword: PoKeyword; index?: number; text: string };

/** Lines from the comments of a message to its last translation, with the blank lines behind it. */
export interface PoEntry {
  parts: readonly PoPart[];
}

const strings = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"(?:[ \\t]*"[^"\\\\]*(?:\\\\.[^"\\\\]*)*")*';
const field = new RegExp(`^[ \\t]*(msgctxt|msgid_plural|msgid|msgstr)(?:\\[(\\d{1,2})\\])?[ \\t]*(${strings})[ \\t]*$`);
const continuation = new RegExp(`^[ \\t]*(${strings})[ \\t]*$`);
const lineBreak = /\r\n|[\n\r]/g;
/** UTF-16 code units of one entry, at most. */
const maxEntryLength = 1024 * 1024;

/** Cuts a file of gettext into entries, fed with its text in pieces; all raw parts, one after another, are the file. */
export class PoEntries {
  private rest = '';
  private parts: PoPart[] = [];
  private length = 0;
  private line = 0;
  /** The last keyword of the entry. */
  private keyword: PoKeyword | undefined;
  private hasMessage = false;
  private isEnded = false;

  /** @throws FormatError `invalid` for a line that gettext does not know, `hostile` for an entry that is too long */
  push(text: string): PoEntry[] {
    return this.cut(this.rest + text, false);
  }

  /** @throws FormatError as `push` does, and `invalid` for a file without a message */
  end(): PoEntry[] {
    const entries = this.cut(this.rest, true);
    if (this.parts.length > 0) entries.push(this.entry());
    if (!this.hasMessage) throw new FormatError('invalid', 'The file has no message of gettext.');
    return entries;
  }

  private cut(all: string, isLast: boolean): PoEntry[] {
    const entries: PoEntry[] = [];
    let from = 0;
    lineBreak.lastIndex = this.rest.endsWith('\r') ? this.rest.length - 1 : this.rest.length;
    for (let found = lineBreak.exec(all); found; found = lineBreak.exec(all)) {
      if (found[0] === '\r' && lineBreak.lastIndex === all.length && !isLast) break;
      this.take(all.slice(from, found.index), found[0], entries);
      from = lineBreak.lastIndex;
    }
    this.rest = all.slice(from);
    this.checkLength(this.rest.length);
    if (isLast && this.rest !== '') this.take(this.rest, '', entries);
    return entries;
  }

  private take(text: string, end: string, entries: PoEntry[]): void {
    this.line += 1;
    const raw = text + end;
    this.checkLength(raw.length);
    const [, keyword, index, value] = field.exec(text) ?? [];
    if (keyword !== undefined && value !== undefined) {
      this.takeField(keyword as PoKeyword, index, { raw, text: decodeStrings(value) }, entries);
      return;
    }
    const [, more] = continuation.exec(text) ?? [];
    const last = this.parts.at(-1);
    if (more !== undefined && last?.kind === 'field') {
      const { raw: before, text: begun, ...rest } = last;
      // Texts and lines are joined when they are asked for: a field may have many.
      this.parts[this.parts.length - 1] = { ...rest, raw: before + raw, text: begun + decodeStrings(more) };
      this.length += raw.length;
      return;
    }
    if (text.trim() === '') this.add({ kind: 'other', raw });
    else if (/^[ \t]*#/.test(text)) this.takeComment(text.trimStart(), raw, entries);
    else if (/^[ \t]*domain[ \t]*"/.test(text)) {
      this.endEntry(entries);
      this.add({ kind: 'other', raw });
    } else throw new FormatError('invalid', `Line ${this.line} of the PO file is no comment, keyword or string.`);
  }

  private takeComment(comment: string, raw: string, entries: PoEntry[]): void {
    this.endEntry(entries);
    if (comment.startsWith('#,')) this.add({ kind: 'flags', raw });
    else this.add({ kind: comment.startsWith('#|') ? 'previous' : 'other', raw });
  }

  private takeField(
    keyword: PoKeyword,
    index: string | undefined,
    value: { raw: string; text: string },
    entries: PoEntry[],
  ): void {
    if (keyword === 'msgctxt' || keyword === 'msgid') this.endEntry(entries);
    const { keyword: before } = this;
    const isInPlace =
      keyword === 'msgctxt'
        ? before === undefined
        : keyword === 'msgid'
          ? before === undefined || before === 'msgctxt'
          : keyword === 'msgid_plural'
            ? before === 'msgid'
            : before !== undefined && before !== 'msgctxt';
    if (!isInPlace || (index !== undefined && keyword !== 'msgstr'))
      throw new FormatError('invalid', `Line ${this.line} of the PO file has ${keyword} where it cannot stand.`);
    this.add({ kind: 'field', keyword, ...value, ...(index === undefined ? {} : { index: Number(index) }) });
    if (keyword === 'msgstr') this.hasMessage = true;
  }

  private add(part: PoPart): void {
    this.parts.push(part);
    this.length += part.raw.length;
    if (part.kind !== 'field') return;
    this.keyword = part.keyword;
    this.isEnded ||= part.keyword === 'msgstr';
  }

  /** Ends the entry before the line, if it has a translation. */
  private endEntry(entries: PoEntry[]): void {
    if (this.isEnded) entries.push(this.entry());
  }

  private entry(): PoEntry {
    const { parts } = this;
    this.parts = [];
    this.length = 0;
    this.isEnded = false;
    this.keyword = undefined;
    return { parts };
  }

  private checkLength(more: number): void {
    if (this.length + more > maxEntryLength)
      throw new FormatError('hostile', 'An entry of the PO file is longer than a million characters.');
  }
}

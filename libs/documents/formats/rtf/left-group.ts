import type { LeftTexts } from '../left-texts.js';
import type { SkipReason } from '../skip-reasons.js';
import type { GroupReader } from './header-tables.js';
import type { RtfToken } from './rtf.tokens.js';
import { opaqueDestinations, paragraphEnds } from './rtf.words.js';

/** The first of the bytes that are letters in most code pages. */
const firstLetter = 0xc0;

/** Reads the text of a group that is copied although it has text, paragraph by paragraph. */
export class LeftGroup implements GroupReader {
  private depth = 0;
  /** The level of a group in it that has no text; 0 outside of one. */
  private without = 0;
  private isFirst = false;

  constructor(
    private readonly left: LeftTexts,
    private readonly reason: SkipReason,
  ) {}

  read(token: RtfToken): void {
    if (token.kind === 'open') this.depth += 1;
    else if (this.isFirst && this.without === 0 && hidesGroup(token)) this.without = this.depth;
    else if (token.kind === 'close') {
      if (this.without === this.depth) this.without = 0;
      this.depth -= 1;
    } else if (this.without === 0) this.readText(token);
    this.isFirst = token.kind === 'open' || (this.isFirst && token.kind === 'ignored');
  }

  end(): void {
    this.left.end();
  }

  private readText(token: RtfToken): void {
    if (token.kind === 'text') this.left.add(this.reason, token.raw);
    else if (token.kind === 'byte') this.left.add(this.reason, token.byte >= firstLetter ? '\u00c0' : '');
    else if (token.kind !== 'word') return;
    else if (token.word === 'u') this.left.add(this.reason, String.fromCharCode((token.param ?? 0) & 0xffff));
    else if (paragraphEnds.has(token.word)) this.left.end();
  }
}

const hidesGroup = (token: RtfToken): boolean =>
  (token.kind === 'symbol' && token.symbol === '*') || (token.kind === 'word' && opaqueDestinations.has(token.word));

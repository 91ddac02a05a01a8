import type { Above, SegmentPiece, TextPiece, TextWalker } from '../text/text-walker.js';

const sign = ';base64,';
/** UTF-16 code units of data, from which on they are set aside. */
const minLength = 256;
/** The beginning of an address that is no word: of a link, a picture, a label, or in a tag. */
const address = /(?:[(<"'=]|\]:[ \t]{1,9})data:[\w.+/;=-]{0,150}$/;
const addressLength = 200;
const endOfData = /[^A-Za-z0-9+/=%_-]/g;
/** A mark that stands for data: their number, between two characters that no text has. */
const markOf = (id: number): string => `\ufdd0${id}\ufdd0`;
const marks = /\ufdd0(\d{1,9})\ufdd0/g;

/** How many characters at the end of a text may be the beginning of the sign. */
const begunSign = (text: string): number => {
  for (let length = sign.length - 1; length > 0; length -= 1) if (text.endsWith(sign.slice(0, length))) return length;
  return 0;
};

/** Data that a text embeds (`data:image/png;base64,…`), and the marks that stand for them. */
class EmbeddedData {
  private readonly kept = new Map<number, string>();
  private lastId = 0;
  /** The end of what came last, where a sign may begin. */
  private rest = '';
  /** The end of what has been read, where an address may begin. */
  private before = '';
  /** The data that are being read, as far as they have come; undefined outside of any. */
  private data: string | undefined;
  private given: number[] = [];

  /** The text with marks for its data. What may be data, or a sign, is withheld until it has ended. */
  shortened(text: string, isLast: boolean): string {
    const all = this.rest + text;
    const out: string[] = [];
    let at = 0;
    this.rest = '';
    for (;;) {
      if (this.data !== undefined) {
        endOfData.lastIndex = at;
        const end = endOfData.exec(all)?.index ?? all.length;
        this.data += all.slice(at, end);
        at = end;
        if (at === all.length && !isLast) return out.join('');
        out.push(this.endData(this.data));
        this.data = undefined;
      }
      const found = all.indexOf(sign, at);
      if (found === -1) break;
      const upToSign = all.slice(at, found);
      const isInAddress = address.test((this.before + upToSign).slice(-addressLength));
      out.push(upToSign, sign);
      this.before = '';
      at = found + sign.length;
      if (isInAddress) this.data = '';
    }
    const end = all.length - (isLast ? 0 : begunSign(all.slice(at)));
    this.rest = all.slice(end);
    this.before = (this.before + all.slice(at, end)).slice(-addressLength);
    out.push(all.slice(at, end));
    return out.join('');
  }

  /** Whether no mark is in a text that was given and not forgotten. */
  get isEmpty(): boolean {
    return this.kept.size === 0;
  }

  /** The text with its data. */
  restored(text: string): string {
    return text.replace(marks, (mark, id) => {
      const data = this.kept.get(Number(id));
      if (data !== undefined) this.given.push(Number(id));
      return data ?? mark;
    });
  }

  /** Drops the data of pieces that have been written. */
  forgetGiven(): void {
    for (const id of this.given) this.kept.delete(id);
    this.given = [];
  }

  private endData(data: string): string {
    if (data.length < minLength) return data;
    this.lastId += 1;
    this.kept.set(this.lastId, data);
    return markOf(this.lastId);
  }
}

/** Lets a walker see a short mark in the place of data that a text embeds: no line is long by them, and nobody takes them for words. */
export const withoutEmbeddedData = (walker: TextWalker): TextWalker => {
  const data = new EmbeddedData();
  const restoredPiece = (piece: TextPiece): TextPiece => {
    if (typeof piece === 'string') return data.restored(piece);
    const { above, behind } = piece;
    const restored: SegmentPiece = {
      ...piece,
      source: data.restored(piece.source),
      render: (translation) => data.restored(piece.render(translation)),
    };
    if (above) restored.above = restoredAbove(above);
    if (behind) restored.behind = () => data.restored(behind());
    return restored;
  };
  const restoredAbove = (above: Above): Above => ({
    segments: above.segments,
    text: (changed) => data.restored(above.text(changed)),
    lead: data.restored(above.lead),
  });
  const restoredPieces = (pieces: TextPiece[]): TextPiece[] => (data.isEmpty ? pieces : pieces.map(restoredPiece));
  const { summary, mergeSummary } = walker;
  return {
    push(text) {
      data.forgetGiven();
      return restoredPieces(walker.push(data.shortened(text, false)));
    },
    end() {
      data.forgetGiven();
      return restoredPieces([...walker.push(data.shortened('', true)), ...walker.end()]);
    },
    ...(summary && { summary: () => summary.call(walker) }),
    ...(mergeSummary && { mergeSummary: () => mergeSummary.call(walker) }),
  };
};

import { type MarkupToken, markupTokens } from './markup-tokens.js';

export interface PairedMarkup {
  tokens: readonly MarkupToken[];
  /** The index of the closing token for each opening one, and the other way round. Pairs never cross. */
  partners: ReadonlyMap<number, number>;
}

interface OpenToken {
  index: number;
  half: string;
}

class Pairing {
  readonly tokens: MarkupToken[] = [];
  readonly partners = new Map<number, number>();
  private readonly stack: OpenToken[] = [];
  private readonly waiting = new Map<string, number>();

  add(token: MarkupToken): void {
    if (token.kind === 'open') this.open(token, token.half);
    else if (token.kind === 'close') this.close(token, token.half);
    else if (token.kind === 'emphasis') this.addEmphasis(token);
    else this.tokens.push(token);
  }

  private open(token: MarkupToken, half: string): void {
    this.stack.push({ index: this.tokens.length, half });
    this.waiting.set(half, this.waits(half) + 1);
    this.tokens.push(token);
  }

  /** Closes a pair; a sign that was opened within it and never closed stands alone. */
  private close(token: MarkupToken, half: string): void {
    const index = this.tokens.push(token) - 1;
    if (this.waits(half) === 0) return;
    if (token.text === ']') {
      this.forget(this.stack.findLastIndex((open) => open.half === half));
      return;
    }
    for (;;) {
      const last = this.forget(this.stack.length - 1);
      if (last?.half !== half) continue;
      this.partners.set(last.index, index);
      this.partners.set(index, last.index);
      return;
    }
  }

  private forget(place: number): OpenToken | undefined {
    const [open] = this.stack.splice(place, 1);
    if (open !== undefined) this.waiting.set(open.half, this.waits(open.half) - 1);
    return open;
  }

  private waits(half: string): number {
    return this.waiting.get(half) ?? 0;
  }

  /** Adds an emphasis: `***` is `**` around `*`, or the other way round. */
  private addEmphasis(token: Extract<MarkupToken, { kind: 'emphasis' }>): void {
    const { text, opens, closes } = token;
    const sign = text[0] ?? '';
    const [one, two] = [sign, sign + sign];
    if (text.length === 3) {
      const closesHere = closes && this.waits(one) > 0 && this.waits(two) > 0;
      // What stands above it in the stack is forgotten as it closes: none is looked at twice.
      const inner = closesHere ? this.stack.findLast(({ half }) => half === one || half === two)?.half : undefined;
      for (const part of inner === one ? [one, two] : [two, one]) {
        this.addEmphasis({ kind: 'emphasis', text: part, opens: opens && !closesHere, closes: closesHere });
      }
    } else if (closes && this.waits(text) > 0) this.close(token, text);
    else if (opens) this.open(token, text);
    else this.tokens.push(token);
  }
}

export const pairedMarkup = (line: string): PairedMarkup => {
  const pairing = new Pairing();
  for (const token of markupTokens(line)) pairing.add(token);
  return pairing;
};

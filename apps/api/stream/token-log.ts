/**
 * Number of new tokens that are joined to the text at a time: slicing a string that has just grown copies all of
 * it.
 */
const joinedAtATime = 64;

/**
 * Tokens of one translation as one text and the offsets of their ends: an array of strings would take several times
 * as much.
 */
export class TokenLog {
  private joined = '';
  private readonly ends: number[] = [];
  private readonly recent: string[] = [];

  /** Number of tokens. */
  get length(): number {
    return this.ends.length + this.recent.length;
  }

  get text(): string {
    return this.joined + this.recent.join('');
  }

  add(token: string): void {
    this.recent.push(token);
    if (this.recent.length < joinedAtATime) return;
    let end = this.joined.length;
    for (const { length } of this.recent) {
      end += length;
      this.ends.push(end);
    }
    this.joined += this.recent.join('');
    this.recent.length = 0;
  }

  /** @throws RangeError */
  at(index: number): string {
    const recent = this.recent[index - this.ends.length];
    if (recent !== undefined) return recent;
    const end = this.ends[index];
    if (end === undefined) throw new RangeError(`There is no token ${index}`);
    return this.joined.slice(this.ends[index - 1] ?? 0, end);
  }
}

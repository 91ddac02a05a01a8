import type { PartStorage, StoredPart } from '#libs/ports/signed-heads/head-parts.js';

/** Signed heads that are kept in memory. */
export class MemoryPartStorage implements PartStorage {
  private readonly stored = new Map<number, string>();

  async read(part: number): Promise<StoredPart | undefined> {
    const text = this.stored.get(part);
    return text === undefined ? undefined : { text, tag: undefined };
  }

  async replace(part: number, text: string, before: StoredPart | undefined): Promise<boolean> {
    if (this.stored.get(part) !== before?.text) return false;
    this.stored.set(part, text);
    return true;
  }
}

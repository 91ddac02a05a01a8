import { hkdfSync } from 'node:crypto';
import { ulid } from 'ulid';

/** Bytes of a seed. */
export const seedLength = 32;

/** Ids and secrets that come out the same, in their order, for everyone who has the seed. */
export class SeededSource {
  private readonly drawn = new Map<string, number>();

  constructor(
    private readonly seed: Uint8Array,
    /** Of the ids. */
    private readonly time: Date,
  ) {}

  /** The next id with this prefix: `key_` and a ULID. */
  id(prefix: string): string {
    const bytes = this.bytes(`id/${prefix}`, seedLength).values();
    return `${prefix}_${ulid(this.time.getTime(), () => (bytes.next().value ?? 0) / 256)}`;
  }

  /** The next bytes for this purpose. */
  bytes(purpose: string, length: number): Buffer {
    const ordinal = this.drawn.get(purpose) ?? 0;
    this.drawn.set(purpose, ordinal + 1);
    return Buffer.from(hkdfSync('sha256', this.seed, '', `${purpose}/${ordinal}`, length));
  }
}

import { LRUCache } from 'lru-cache';
import type { SealedPersonalData } from './subject-keys.port.js';

export interface Clock {
  /** Current time in milliseconds, above 0. */
  now(): number;
}

/** Milliseconds that a key is kept: half of the 2 s after which every process must know that a subject is gone. */
const keyMilliseconds = 1_000;
const sealedMilliseconds = 60_000;
/** Max characters of a remembered text; a client that sends long headers must not fill the memory with them. */
const maxKeptTextLength = 1_000;

/** A known key; null: there is no such subject. */
export type KnownKey = { key: Buffer | null };

/**
 * Subjects remembered for a short time and up to a number. A key that was read before an erasure
 * here is not remembered after it.
 */
export class SubjectCache {
  private readonly keys: LRUCache<string, KnownKey>;
  private readonly references: LRUCache<string, string>;
  /** Sealed texts by subjects and data: most requests of a client carry the same address and agent. */
  private readonly texts: LRUCache<string, SealedPersonalData>;
  private erasures = 0;

  constructor(
    size: number,
    private readonly clock: Clock,
  ) {
    const options = { max: size, ttlResolution: 0, perf: clock };
    this.keys = new LRUCache({ ...options, ttl: keyMilliseconds });
    this.references = new LRUCache({ ...options, ttl: keyMilliseconds });
    this.texts = new LRUCache({ ...options, ttl: sealedMilliseconds });
  }

  keyOf(subject: string): KnownKey | undefined {
    return this.keys.get(subject);
  }

  referenceOf(user: string): string | undefined {
    return this.references.get(user);
  }

  textOf(data: string): SealedPersonalData | undefined {
    return this.texts.get(data);
  }

  /** `data` names the subjects too. */
  keepText(data: string, sealed: SealedPersonalData): void {
    if (data.length <= maxKeptTextLength) this.texts.set(data, sealed);
  }

  /** Take the keeper before the look-up whose result it keeps: time runs from there, however long that takes. */
  keeper(): { key(subject: string, key: Buffer | null): void; reference(user: string, subject: string): void } {
    const start = this.clock.now();
    const erasures = this.erasures;
    const isCurrent = () => erasures === this.erasures;
    return {
      key: (subject, key) => {
        if (isCurrent()) this.keys.set(subject, { key }, { start });
      },
      reference: (user, subject) => {
        if (isCurrent()) this.references.set(user, subject, { start });
      },
    };
  }

  /** Forgets the references to a subject that was erased: whoever asks for it again gets a new one. */
  forgetReferencesTo(subject: string): void {
    for (const [user, reference] of this.references) if (reference === subject) this.references.delete(user);
  }

  forget(subject: string): void {
    this.erasures += 1;
    this.forgetReferencesTo(subject);
    this.keys.set(subject, { key: null });
  }
}

import { Rejection } from '#libs/domain/errors/rejection.js';
import type { HeldTranslation, Stop } from './held-translation.js';

/** Maximum bytes of the frames in flight: a reader that stops may leave all their translations in memory. */
const maxBytesInFlight = 256 * 1024;

/** Maximum UTF-16 units of translations that ended and may not have been read to their end. */
const maxHeld = 64 * 1024;

/** The translations of one connection by the caller's id: those in flight, and those whose end may not have arrived. */
export class ConnectionTranslations {
  private readonly inFlight = new Set<HeldTranslation>();
  private readonly named = new Map<string, HeldTranslation>();
  private ended: HeldTranslation[] = [];

  private get bytes(): number {
    let bytes = 0;
    for (const translation of this.inFlight) bytes += translation.bytes;
    return bytes;
  }

  get running(): readonly HeldTranslation[] {
    return [...this.inFlight];
  }

  get isEmpty(): boolean {
    return this.inFlight.size + this.ended.length === 0;
  }

  /** Resolves when none is in flight. */
  async idle(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.running.map(({ whenEnded }) => whenEnded));
  }

  stop(how: Stop): void {
    for (const translation of this.running) translation.stop(how);
  }

  /** Stops those without an id, which no connection can resume. */
  stopUnnamed(): void {
    for (const translation of this.running) if (translation.id === undefined) translation.stop('broken');
  }

  /** Cancels the translation of that id; false when none of that id is in flight. */
  cancel(id: string | undefined): boolean {
    const translation = id === undefined ? undefined : this.named.get(id);
    if (translation === undefined || translation.hasEnded) return false;
    translation.stop('cancelled');
    return true;
  }

  find(id: string): HeldTranslation | undefined {
    return this.named.get(id);
  }

  isInFlight(id: string): boolean {
    const translation = this.named.get(id);
    return translation !== undefined && !translation.hasEnded;
  }

  /** The reason for which no further translation can begin, if any. */
  obstacleTo({ id, bytes }: { id: string | undefined; bytes: number }): Rejection | undefined {
    if (id !== undefined && this.isInFlight(id)) {
      return new Rejection('conflict', { message: 'A translation with this id is in flight.' });
    }
    if (this.inFlight.size === 0 || this.bytes + bytes <= maxBytesInFlight) return undefined;
    return new Rejection('concurrent_limit', {
      message: 'Too much text is in flight on this connection.',
      details: { limit_bytes: maxBytesInFlight },
    });
  }

  add(translation: HeldTranslation): void {
    if (translation.id !== undefined) this.named.set(translation.id, translation);
    if (translation.hasEnded) this.keep(translation);
    else this.inFlight.add(translation);
  }

  /** Removes a translation that another connection takes over. */
  remove(translation: HeldTranslation): void {
    this.inFlight.delete(translation);
    this.ended = this.ended.filter((held) => held !== translation);
    if (translation.id !== undefined && this.named.get(translation.id) === translation)
      this.named.delete(translation.id);
  }

  /** Moves an ended translation from flight to the ended ones, of which the newest are kept as far as there is room. */
  keepEnded(translation: HeldTranslation): void {
    if (!this.inFlight.delete(translation)) return;
    this.keep(translation);
  }

  /** Translations ended so far; `forget` them once everything sent by now is known to have arrived. */
  get endedSoFar(): readonly HeldTranslation[] {
    return this.ended;
  }

  forget(translations: readonly HeldTranslation[]): void {
    for (const translation of translations) this.remove(translation);
  }

  private keep(translation: HeldTranslation): void {
    if (translation.id === undefined) return;
    this.ended = [...this.ended, translation];
    let held = this.ended.reduce((sum, one) => sum + one.held, 0);
    while (held > maxHeld && this.ended.length > 1) {
      const [oldest] = this.ended;
      if (oldest === undefined) return;
      held -= oldest.held;
      this.remove(oldest);
    }
  }
}

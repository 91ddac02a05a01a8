import { FairSlots, type LeaveSlot } from '#libs/platform/async/fair-slots.js';

export interface JobShareOptions {
  /** Jobs at the same time in this process, of all keys. */
  slots: number;
  /** Maximum jobs of one key (an organization) among them. */
  perKey: number;
  /** Maximum jobs of one part of a key (an endpoint of it) among those: all of them when omitted. */
  perPart?: number;
  /** Milliseconds between the times to which jobs of one key are put off: 100. */
  spacingMs?: number;
  /** Takes a place for a job of a part among those of all processes; undefined when none is free. */
  enterEverywhere?: (part: string) => Promise<LeaveSlot | undefined>;
}

/** Milliseconds to which a job is put off at most. */
const maxWaitMs = 60_000;
/** Milliseconds to which a job is put off at least. */
const minWaitMs = 1_000;

/** Whose job it is. */
export interface ShareKey {
  key: string;
  /** Part of the key's jobs that has a share of its own; the whole key where it is missing. */
  part?: string;
}

const nameOf = ({ key, part = '' }: ShareKey): string => JSON.stringify([key, part]);

/**
 * Shares the jobs in hand of one queue by key, and those of a key by part. A job whose key or part has its share already,
 * here or in all processes, is put off: it makes room for those of others. Jobs of one part are put off to times one after
 * the other, so that however many there are, they come back one by one.
 */
export class JobShare {
  private readonly slots: FairSlots;
  private readonly parts: FairSlots;
  /** The time to which the last job of a part was put off. */
  private readonly lastTimes = new Map<string, number>();
  private readonly spacingMs: number;
  private readonly enterEverywhere: NonNullable<JobShareOptions['enterEverywhere']>;

  constructor({
    slots,
    perKey,
    perPart = perKey,
    spacingMs = 100,
    enterEverywhere = async () => () => undefined,
  }: JobShareOptions) {
    this.slots = new FairSlots({ slots, perKey });
    this.parts = new FairSlots({ perKey: perPart });
    this.spacingMs = spacingMs;
    this.enterEverywhere = enterEverywhere;
  }

  /** Takes a place for a job; undefined when it has to be put off. Never rejects: who cannot count puts off. */
  async enter(whose: ShareKey): Promise<LeaveSlot | undefined> {
    const leaveHere = this.enterHere(whose);
    if (leaveHere === undefined) return undefined;
    const leaveEverywhere = await this.enterEverywhere(nameOf(whose)).catch(() => undefined);
    if (leaveEverywhere === undefined) {
      leaveHere();
      return undefined;
    }
    return () => {
      leaveEverywhere();
      leaveHere();
    };
  }

  /** Milliseconds to which the next job of the part is put off. */
  waitOf(whose: ShareKey, now = Date.now()): number {
    for (const [other, time] of this.lastTimes) if (time < now) this.lastTimes.delete(other);
    const name = nameOf(whose);
    const next = Math.max(now + minWaitMs, (this.lastTimes.get(name) ?? 0) + this.spacingMs);
    const time = Math.min(now + maxWaitMs, next);
    this.lastTimes.set(name, time);
    return time - now;
  }

  private enterHere(whose: ShareKey): LeaveSlot | undefined {
    const leaveKey = this.slots.tryEnter(whose.key);
    if (leaveKey === undefined) return undefined;
    const leavePart = this.parts.tryEnter(nameOf(whose));
    if (leavePart === undefined) {
      leaveKey();
      return undefined;
    }
    return () => {
      leavePart();
      leaveKey();
    };
  }
}

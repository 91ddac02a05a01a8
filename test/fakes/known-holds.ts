import { type Holdable, type HoldState, type LegalHolds, neverHeld } from '#libs/application/holds/legal-holds.port.js';

/** Holds as a test knows them, by the id of what is held, `subject` for any subject; remembers what was asked. */
export class KnownHolds implements LegalHolds {
  readonly asked: Holdable[] = [];

  constructor(private readonly byId: Record<string, Partial<HoldState>> = {}) {}

  async on(thing: Holdable): Promise<HoldState> {
    this.asked.push(thing);
    return { ...neverHeld, ...this.byId[thing.resourceId] };
  }

  async onSubject(): Promise<HoldState> {
    return { ...neverHeld, ...this.byId.subject };
  }
}

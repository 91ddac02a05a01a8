import { isAlive } from '#libs/platform/process/process-liveness.js';
import { type HeldService, RunningService } from './running-service.js';

export type ServiceSettings = Readonly<Record<string, string>>;
type LendableService = Pick<RunningService, 'held' | 'isRunning' | 'restart' | 'dispose'>;

/** The same for equal settings, in whichever order they were written. */
const kindOf = (settings: ServiceSettings): string => JSON.stringify(Object.entries(settings).toSorted());

/** A service that is lent, or that starts for those who wait for it. */
interface Lent {
  service: Promise<LendableService>;
  /** Ids of the processes that run files on it. */
  borrowers: Set<number>;
}

/**
 * The services that files of a run share, one of each kind of settings, held by the one process that sees the whole run. A
 * process runs one file at a time: when it borrows another kind, it has given back the one before. What nobody has any more
 * ends when the next kind is asked for, so that there are never more services than processes, and one that ends.
 */
export class LentServices {
  private readonly lent = new Map<string, Lent>();

  constructor(
    private readonly start: (settings: ServiceSettings) => Promise<LendableService> = (settings) =>
      RunningService.start({ settings }),
  ) {}

  /** All who ask while it starts get the same service, or the same error; who asks after an error has it started again. */
  async borrow(settings: ServiceSettings, borrower: number): Promise<HeldService> {
    const kind = kindOf(settings);
    await this.giveBack(borrower, kind);
    const known = this.lent.get(kind);
    if (known !== undefined) {
      known.borrowers.add(borrower);
      const service = await known.service;
      // A test has killed it, and not started it again.
      if (service.isRunning) return service.held;
      if (this.lent.get(kind) === known) await this.end(kind);
      return this.borrow(settings, borrower);
    }
    const starting: Lent = { service: this.start(settings), borrowers: new Set([borrower]) };
    this.lent.set(kind, starting);
    try {
      return (await starting.service).held;
    } catch (error) {
      if (this.lent.get(kind) === starting) this.lent.delete(kind);
      throw error;
    }
  }

  async startAgain(settings: ServiceSettings): Promise<HeldService> {
    const service = await this.lentService(settings);
    await service.restart();
    return service.held;
  }

  /** Resolves with the exit code of the service once its process has ended. */
  async ended(settings: ServiceSettings): Promise<number | null> {
    return (await this.lentService(settings)).held.process.ended();
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.lent.keys()].map((kind) => this.end(kind)));
  }

  private async lentService(settings: ServiceSettings): Promise<LendableService> {
    const lent = this.lent.get(kindOf(settings));
    if (lent === undefined) throw new Error('This service is not lent.');
    return lent.service;
  }

  private async giveBack(borrower: number, kept: string): Promise<void> {
    const others = [...this.lent].filter(([kind]) => kind !== kept);
    for (const [, { borrowers }] of others) borrowers.delete(borrower);
    const unused = others.filter(([, { borrowers }]) => ![...borrowers].some(isAlive));
    await Promise.all(unused.map(([kind]) => this.end(kind)));
  }

  private async end(kind: string): Promise<void> {
    const lent = this.lent.get(kind);
    this.lent.delete(kind);
    const service = await lent?.service.catch(() => undefined);
    await service?.dispose();
  }
}

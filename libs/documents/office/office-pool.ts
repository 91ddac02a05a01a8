/** A program that converts one file after the other. */
export interface PooledProcess {
  /** Files that it was given, and the milliseconds that they took. */
  readonly files: number;
  readonly workedMs: number;
  readonly hasEnded: boolean;
  /** Memory that it and its children hold, in bytes. */
  residentBytes(): Promise<number>;
  /** Whether a file has left something behind that the next one could reach. */
  hasTraces(): Promise<boolean>;
  /** Resolves when nothing of it is left. */
  end(): Promise<void>;
}

export interface PoolLimits {
  /** Processes at a time, busy or idle. Callers see to it that no more use one at a time. */
  maxProcesses: number;
  /** Beyond these a process gets no further file. */
  maxFiles: number;
  maxWorkedMs: number;
  maxResidentBytes: number;
  /** Milliseconds that a process waits for its next file. */
  maxIdleMs: number;
}

interface Idle {
  organizationId: string;
  timer: NodeJS.Timeout;
}

/**
 * Keeps programs that have started for the next file of the same organization. One never sees a file of another
 * organization: it ends when its place is needed. It ends also after any fault, and beyond the limits.
 */
export class OfficePool<Process extends PooledProcess> {
  /** From the one that has waited longest. */
  private readonly idle = new Map<Process, Idle>();
  private readonly busy = new Set<Process>();
  private readonly ending = new Set<Promise<void>>();
  /** Processes that have not ended, those that start among them. */
  private places = 0;
  private isClosed = false;

  constructor(
    private readonly start: () => Promise<Process>,
    private readonly limits: PoolLimits,
  ) {}

  /** Does the work with a process of the organization, which is new where that is asked for. @throws what start and work do */
  async use<Result>(
    organizationId: string,
    work: (process: Process) => Promise<Result>,
    { isNew = false } = {},
  ): Promise<Result> {
    const process = (isNew ? undefined : await this.takeIdle(organizationId)) ?? (await this.startNew());
    let isSound = false;
    try {
      const result = await work(process);
      isSound = await this.mayGoOn(process).catch(() => false);
      return result;
    } catch (error) {
      this.throwIfClosed();
      throw error;
    } finally {
      this.busy.delete(process);
      if (isSound && !this.isClosed) this.keep(process, organizationId);
      else await this.end(process);
    }
  }

  /** Ends all processes; the work with them fails as they end. */
  async close(): Promise<void> {
    this.isClosed = true;
    const idle = Array.from(this.idle.keys(), (process) => this.end(process));
    const busy = Array.from(this.busy, (process) => process.end());
    await Promise.allSettled([...idle, ...busy, ...this.ending]);
  }

  private async takeIdle(organizationId: string): Promise<Process | undefined> {
    const found = Array.from(this.idle).find(([, idle]) => idle.organizationId === organizationId);
    if (found === undefined) return undefined;
    const [process, { timer }] = found;
    clearTimeout(timer);
    this.idle.delete(process);
    if (process.hasEnded) {
      await this.end(process);
      return undefined;
    }
    this.busy.add(process);
    return process;
  }

  private async startNew(): Promise<Process> {
    while (this.places >= this.limits.maxProcesses) {
      const [oldest] = this.idle.keys();
      await (oldest === undefined ? Promise.race(this.ending) : this.end(oldest));
    }
    this.throwIfClosed();
    this.places += 1;
    const process = await this.start().catch((error: unknown) => {
      this.places -= 1;
      throw error;
    });
    if (this.isClosed) await this.end(process);
    this.throwIfClosed();
    this.busy.add(process);
    return process;
  }

  private throwIfClosed(): void {
    if (this.isClosed) throw new Error('The service stops');
  }

  private async mayGoOn(process: Process): Promise<boolean> {
    const { maxFiles, maxWorkedMs, maxResidentBytes } = this.limits;
    if (process.hasEnded || process.files >= maxFiles || process.workedMs >= maxWorkedMs) return false;
    return (await process.residentBytes()) <= maxResidentBytes && !(await process.hasTraces());
  }

  private keep(process: Process, organizationId: string): void {
    const timer = setTimeout(() => void this.end(process), this.limits.maxIdleMs).unref();
    this.idle.set(process, { organizationId, timer });
  }

  /** A folder of it that cannot be removed fails nobody: the next start of the service tries again. */
  private async end(process: Process): Promise<void> {
    clearTimeout(this.idle.get(process)?.timer);
    this.idle.delete(process);
    const ended = process
      .end()
      .catch(() => undefined)
      .finally(() => {
        this.places -= 1;
        this.ending.delete(ended);
      });
    this.ending.add(ended);
    await ended;
  }
}

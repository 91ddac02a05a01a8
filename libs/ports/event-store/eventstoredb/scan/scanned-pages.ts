import type { EventPage, ReadAllOptions } from '../../event-store.port.js';
import { ThreadEndedError } from './scan-thread.js';

export interface PageReads {
  read(options: ReadAllOptions): Promise<EventPage>;
}

export interface PageThread extends PageReads {
  stop(): Promise<void>;
}

export interface ScannedPagesSettings {
  /** Reads in this thread. */
  pages: PageReads;
  startThread: () => PageThread;
  onFault: (error: Error) => void;
  /** Milliseconds that the thread stays without work. */
  idleMs: number;
}

/** Pages of fewer events are not read by a scan. */
const minLimit = 1_000;
/** Pages that a scan reads here: a short log is at its end before a thread has started. */
const pagesHere = 2;
/** Scans that are remembered, the latest. */
const maxScans = 16;

const keyOf = ({ after, limit, types, streamPrefixes }: ReadAllOptions): string =>
  JSON.stringify([after, limit, types, streamPrefixes]);

/**
 * Reads pages, those of a scan in a thread beside this one: a reader that asks again and again for the large page right
 * behind its last. The client spends most of a page's time on decoding it, which would hold up everybody here.
 */
export class ScannedPages implements PageReads {
  /** Pages that each scan has read, by what it asks for next. */
  private readonly scans = new Map<string, number>();
  private thread: PageThread | undefined;
  /** Set for good by a thread that ended by itself, and by the end: all is then read here. */
  private isAlone = false;
  private reading = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly settings: ScannedPagesSettings) {}

  async read(options: ReadAllOptions): Promise<EventPage> {
    const key = keyOf(options);
    const before = this.scans.get(key) ?? 0;
    const isAside = before >= pagesHere && !this.isAlone;
    const page = await (isAside ? this.readAside(options) : this.settings.pages.read(options));
    this.scans.delete(key);
    if (!page.atEnd && options.limit >= minLimit) this.remember({ ...options, after: page.position }, before + 1);
    return page;
  }

  async close(): Promise<void> {
    this.isAlone = true;
    await this.stopThread();
  }

  private remember(next: ReadAllOptions, pages: number): void {
    this.scans.set(keyOf(next), pages);
    const [oldest] = this.scans.keys();
    if (this.scans.size > maxScans && oldest !== undefined) this.scans.delete(oldest);
  }

  private async readAside(options: ReadAllOptions): Promise<EventPage> {
    const { startThread, pages, onFault, idleMs } = this.settings;
    clearTimeout(this.idle);
    this.reading += 1;
    try {
      this.thread ??= startThread();
      return await this.thread.read(options);
    } catch (error) {
      if (!(error instanceof ThreadEndedError)) throw error;
      if (!this.isAlone) onFault(error);
      this.isAlone = true;
      return await pages.read(options);
    } finally {
      this.reading -= 1;
      if (this.reading === 0) this.idle = setTimeout(() => void this.stopThread(), idleMs).unref();
    }
  }

  private async stopThread(): Promise<void> {
    clearTimeout(this.idle);
    const { thread } = this;
    this.thread = undefined;
    await thread?.stop();
  }
}

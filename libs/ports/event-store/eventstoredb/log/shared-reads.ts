import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import type { Position } from '../../position.js';
import type { LogReads } from './log-reads.js';
import { positionOf, roughSize } from './recorded-events.js';

/** A read of the log with the filter of the server. */
export interface OwnRead {
  events: readonly AllStreamResolvedEvent[];
  /** Whether nothing more came: everything up to `head` was passed. */
  isShort: boolean;
  /** Position that the log was known to reach when the read began. */
  head: Position;
}

export interface ReadRequest {
  /** Exclusive start. */
  after: Position;
  /** Position at which the server may begin: as `after`, or later where nothing of ours lies between. */
  begin: Position;
  prefixes: readonly string[];
  count: number;
  head: Position;
  /** Position of the newest event, if it is known: what lies behind it up to the head is not looked through. */
  last: Position | undefined;
}

interface Shared {
  read: Promise<OwnRead>;
  askedAt: number;
}

const readBytes = 4 * 1024 * 1024;
/** Full reads that are remembered, the latest, and for how long: followers that catch up together read the same. */
const maxRemembered = 4;
const rememberMs = 2_000;
/** Milliseconds for which a read goes on that nobody asks for any more. */
const orphanMs = 30_000;
const lookMs = 5_000;

/**
 * Reads that several readers share: those from one place with one filter are one call of the server, and are decoded once.
 * Each gets the same events, which none may change.
 */
export class SharedReads {
  private readonly running = new Map<string, Shared & { stopping: AbortController }>();
  private readonly remembered = new Map<string, Shared>();
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly reads: LogReads) {}

  read(request: ReadRequest): Promise<OwnRead> {
    const { after, prefixes, count } = request;
    const key = JSON.stringify([after, prefixes, count]);
    const known = this.running.get(key) ?? this.rememberedAt(key);
    if (known !== undefined) {
      known.askedAt = performance.now();
      return known.read;
    }
    const stopping = new AbortController();
    const read = this.begin(request, stopping.signal);
    this.running.set(key, { read, stopping, askedAt: performance.now() });
    this.looking ??= setInterval(() => this.stopOrphans(), lookMs).unref();
    const ended = () => this.running.delete(key);
    read.then(
      (result) => {
        ended();
        if (!result.isShort) this.remember(key, read);
      },
      () => ended(),
    );
    return read;
  }

  close(): void {
    clearInterval(this.looking);
    for (const { stopping } of this.running.values()) stopping.abort();
    this.remembered.clear();
  }

  private async begin(
    { after, begin, prefixes, count, head, last }: ReadRequest,
    signal: AbortSignal,
  ): Promise<OwnRead> {
    const events: AllStreamResolvedEvent[] = [];
    let bytes = 0;
    const isWhole = await this.reads.forwards({ after, begin, prefixes, limit: count, signal }, (event) => {
      events.push(event);
      bytes += roughSize(event.event?.data) + roughSize(event.event?.metadata);
      return bytes < readBytes && positionOf(event) !== last;
    });
    return { events, isShort: isWhole && events.length < count, head };
  }

  private rememberedAt(key: string): Shared | undefined {
    const known = this.remembered.get(key);
    return known !== undefined && performance.now() - known.askedAt < rememberMs ? known : undefined;
  }

  private remember(key: string, read: Promise<OwnRead>): void {
    this.remembered.delete(key);
    this.remembered.set(key, { read, askedAt: performance.now() });
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > maxRemembered && oldest !== undefined) this.remembered.delete(oldest);
  }

  private stopOrphans(): void {
    const now = performance.now();
    for (const { stopping, askedAt } of this.running.values()) if (now - askedAt > orphanMs) stopping.abort();
    for (const [key, { askedAt }] of this.remembered) if (now - askedAt > rememberMs) this.remembered.delete(key);
    if (this.running.size > 0 || this.remembered.size > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }
}

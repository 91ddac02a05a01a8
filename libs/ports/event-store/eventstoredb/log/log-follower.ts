import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { unlessAborted } from '#libs/platform/async/unless-aborted.js';
import type { EventPage, SubscribeOptions } from '../../event-store.port.js';
import { type Position, START } from '../../position.js';
import { isRefusal } from '../connection/client-faults.js';
import type { LogConnection } from '../connection/log-connection.js';
import { fromPosition } from './log-position.js';
import type { LogReads } from './log-reads.js';
import { LogSession } from './log-session.js';
import type { LogTail } from './log-tail.js';
import { PageDraft } from './page-draft.js';
import { Waker } from './waker.js';

export interface LogFollowerSettings {
  streamPrefix: string;
  /** Milliseconds between two requests for the end of the log while nothing comes. */
  pollMs: number;
  /** Milliseconds after which a subscription that did not send what is in the log is given up. */
  stallMs: number;
  onFault: (error: Error) => void;
}

interface Sources {
  connection: LogConnection;
  reads: LogReads;
  tail: LogTail;
}

const usualPage = 500;
const pageBytes = 4 * 1024 * 1024;
/** Milliseconds between two pages at the end of a busy log: at most 200 pages a second. */
const gatherMs = 5;
/** Milliseconds in which a subscription may send what the log has grown by, once it is live and before. */
const quietMs = 10;
const startingMs = 250;
/** Minimum milliseconds between two reads behind a quiet subscription. */
const stepMs = 50;
/** Events of one read behind a quiet subscription: more than the server looks at between two checkpoints. */
const stepEvents = 256;

/**
 * `subscribeToAll`: subscriptions of the server one after another, each from the position that the pages reached.
 *
 * A subscription gives a checkpoint only after so many events that its filter left out. So behind the last of them
 * its position stands still, and a caller that waits for the end of the log to be passed would wait for ever. It may
 * also stop sending without an error. Therefore: whenever the log is known to reach further and the subscription is
 * quiet, the log behind the position is read, unfiltered and in one run; as a rule that is a handful of events.
 * Whichever comes first counts; a repetition lies behind the position by then and is dropped. Each subscription
 * begins with such a read too: on 23.10 one that begins behind an event that was scavenged skips the next.
 */
export class LogFollower {
  constructor(
    private readonly sources: Sources,
    private readonly settings: LogFollowerSettings,
  ) {}

  async *follow({ after, signal, ...options }: SubscribeOptions): AsyncGenerator<EventPage, void, undefined> {
    fromPosition(after); // one of another engine is refused, once and for all
    const waker = new Waker();
    const leave = this.sources.tail.join(waker);
    signal.addEventListener('abort', waker.wake);
    let position = after;
    let failures = 0;
    try {
      while (!signal.aborted) {
        try {
          for await (const page of this.followUntilLost(position, { ...options, signal }, waker)) {
            position = page.position;
            failures = 0;
            yield page;
          }
        } catch (error) {
          this.settings.onFault(error instanceof Error ? error : new Error('The subscription broke'));
          if (isRefusal(error)) failures = Math.max(failures, 4);
        }
        if (signal.aborted) return;
        await pause(backoff(failures), signal);
        failures += 1;
      }
    } finally {
      signal.removeEventListener('abort', waker.wake);
      leave();
    }
  }

  private async *followUntilLost(
    after: Position,
    { pageSize = usualPage, signal, ...filter }: Omit<SubscribeOptions, 'after'>,
    waker: Waker,
  ): AsyncGenerator<EventPage, void, undefined> {
    const { connection, tail } = this.sources;
    const { streamPrefix, pollMs, stallMs } = this.settings;
    const limits = { events: pageSize, bytes: pageBytes };
    let draft = new PageDraft(after, streamPrefix, filter, limits);
    if (after !== START) await unlessAborted(this.step(draft), signal);
    const { client } = connection;
    const session = new LogSession(client, draft.position, streamPrefix, filter, waker);
    let isLive = false;
    let heardAt = performance.now();
    let gatheringSince = 0;
    let yieldedAt = 0;
    let steppedAt = 0;
    /** Time since which the log holds events for us that the subscription has not sent. */
    let missingSince: number | undefined;
    try {
      while (!signal.aborted) {
        const wasEmpty = !draft.hasMoved;
        while (!draft.isFull) {
          const item = session.take();
          if (item === undefined) break;
          heardAt = performance.now();
          connection.heard(client);
          missingSince = undefined;
          if (item.kind === 'event') draft.add(item.event);
          else if (item.kind === 'checkpoint') draft.moveTo(item.position);
          else isLive = true;
        }
        if (draft.hasMoved) {
          if (wasEmpty) gatheringSince = performance.now();
          const since = isLive ? yieldedAt : gatheringSince;
          const wait = draft.isFull || session.over !== undefined ? 0 : since + gatherMs - performance.now();
          if (wait > 0) {
            await waker.sleep(wait);
            continue;
          }
          const page = draft.finish(isLive);
          tail.observe(page.position);
          draft = new PageDraft(page.position, streamPrefix, filter, limits);
          yield page;
          yieldedAt = performance.now();
          continue;
        }
        if (session.over !== undefined) throw session.over.error ?? new Error('The server ended the subscription');

        const now = performance.now();
        const stepAt = Math.max(Math.max(heardAt, yieldedAt) + (isLive ? quietMs : startingMs), steppedAt + stepMs);
        if (missingSince !== undefined && now - missingSince > stallMs) {
          throw new Error('The subscription stopped sending');
        }
        if (tail.position <= draft.position) {
          if (await waker.sleep(pollMs)) continue;
          tail.observe((await unlessAborted(this.sources.reads.end(), signal)) ?? START);
        } else if (now < stepAt) {
          await waker.sleep(stepAt - now);
        } else if (await unlessAborted(this.step(draft), signal)) {
          steppedAt = performance.now();
          if (draft.hasEvents) missingSince ??= steppedAt;
        } else {
          await waker.sleep(pollMs);
        }
      }
    } finally {
      session.close();
    }
  }

  /** Moves the draft by the log behind it; returns whether it moved. */
  private async step(draft: PageDraft): Promise<boolean> {
    for (const event of await this.sources.reads.behind(draft.position, stepEvents)) {
      if (draft.isFull) break;
      draft.add(event);
    }
    return draft.hasMoved;
  }
}

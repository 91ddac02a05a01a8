import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '#libs/platform/async/backoff.js';
import type { AppendRequest } from '../../append-request.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError, EventTooLargeError } from '../../event-store.errors.js';
import type { AppendResult } from '../../event-store.port.js';
import { describeFault, hasNeverLeft, isRefusal } from '../connection/client-faults.js';
import type { LogClient } from '../connection/log-client.js';
import type { LogConnection } from '../connection/log-connection.js';
import { type AppendReply, toAppendReply, toBatchAppend } from './append-messages.js';
import { AppendLostError, BatchAppendStream } from './batch-append-stream.js';

export interface AppenderSettings {
  /** Milliseconds from the call to its result, all tries together. */
  appendTimeoutMs: number;
  /** Milliseconds for which an append that did not reach the server is tried again. */
  unreachableMs: number;
}

/** The final outcome of an append. */
export type Appended =
  | { kind: 'written'; revision: number; position: AppendResult['position'] | undefined }
  | { kind: 'conflict'; actual: number | undefined };

/** The call that carries appends now. */
interface Opened {
  client: LogClient;
  opening: Promise<BatchAppendStream>;
  stream: BatchAppendStream | undefined;
}

type Try = AppendReply | { kind: 'never-left'; reason: string };

/** Share of an append's timeout after which a try is given up, so that there is time for others. */
const triesInTime = 2.5;

/**
 * Appends events, each append tried again with the same ids and the same expected revision while its outcome is
 * unknown, so that it is written once: the server finds it at the slots that the revision names.
 */
export class Appender {
  private opened: Opened | undefined;

  constructor(
    private readonly connection: LogConnection,
    private readonly settings: AppenderSettings,
  ) {}

  /** @throws AppendOutcomeUnknownError, EventStoreUnavailableError, EventTooLargeError */
  async append(stream: string, request: AppendRequest): Promise<Appended> {
    const begun = performance.now();
    let unknown: string | undefined;
    for (let failures = 0; ; failures += 1) {
      const result = await this.try(stream, request, begun + this.settings.appendTimeoutMs);
      let patience = this.settings.appendTimeoutMs;
      switch (result.kind) {
        case 'written':
        case 'conflict':
          return result;
        case 'too-large':
          throw new EventTooLargeError('The server takes no append of this size');
        case 'refused':
          if (unknown !== undefined) break;
          throw new EventStoreUnavailableError(`The event store refused the append: ${result.reason}`);
        case 'unknown':
          unknown = result.reason;
          break;
        case 'never-left':
          if (unknown === undefined) patience = this.settings.unreachableMs;
          break;
      }
      const wait = backoff(failures, { maxMs: 1_000 });
      if (performance.now() + wait - begun < patience) await sleep(wait);
      else if (unknown !== undefined) throw new AppendOutcomeUnknownError(`The append was not answered: ${unknown}`);
      else throw new EventStoreUnavailableError(`The event store cannot be reached: ${result.reason}`);
    }
  }

  close(): void {
    this.opened?.stream?.cancel();
  }

  private async try(stream: string, request: AppendRequest, giveUpAt: number): Promise<Try> {
    const left = Math.max(1, giveUpAt - performance.now());
    const limit = Math.min(left, Math.max(500, this.settings.appendTimeoutMs / triesInTime));
    const timer = new AbortController();
    const { client } = this.connection;
    const correlationId = randomUUID();
    let call: BatchAppendStream | undefined;
    const answered = (async (): Promise<Try> => {
      try {
        call = await this.open(client);
        const response = await call.append(correlationId, toBatchAppend(correlationId, stream, request));
        this.connection.heard(client);
        return toAppendReply(response);
      } catch (error) {
        const reason = describeFault(error);
        if (isRefusal(error)) return { kind: 'refused', reason };
        const neverLeft = call === undefined || (error instanceof AppendLostError && error.neverLeft);
        return { kind: neverLeft || hasNeverLeft(error) ? 'never-left' : 'unknown', reason };
      }
    })();
    const late = sleep(limit, undefined, { signal: timer.signal }).then(
      (): Try => {
        call?.forget(correlationId);
        // The connection may be dead without an error; nothing in the client ends such a call.
        this.connection.giveUp(client);
        const kind = call === undefined ? 'never-left' : 'unknown';
        return { kind, reason: `no answer within ${Math.round(limit)} ms` };
      },
      () => answered,
    );
    const result = await Promise.race([answered, late]);
    timer.abort();
    return result;
  }

  private open(client: LogClient): Promise<BatchAppendStream> {
    const current = this.opened;
    if (current?.client === client && !current.stream?.isOver) return current.opening;
    const opened: Opened = { client, opening: BatchAppendStream.open(client), stream: undefined };
    this.opened = opened;
    opened.opening.then(
      (stream) => {
        opened.stream = stream;
      },
      () => {
        if (this.opened === opened) this.opened = undefined;
      },
    );
    return opened.opening;
  }
}

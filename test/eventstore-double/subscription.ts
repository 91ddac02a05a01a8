import { randomUUID } from 'node:crypto';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { caughtUp, confirmation } from './read-response.js';
import { cancelled, consumerTooSlow, unavailable } from './rpc-errors.js';
import type { ServiceContext } from './service-context.js';
import type { SubscriptionCursor } from './subscription-cursor.js';

/** Messages that wait for a live subscription before it is ended. */
const LIVE_BUFFER = 32;

type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/** One open subscription: sends existing events, then new ones, as fast as the client takes them. */
export class Subscription {
  private readonly context: ServiceContext;
  private readonly call: ReadCall;
  private readonly cursor: SubscriptionCursor;
  private state: 'sending' | 'reading' | 'waiting-for-drain' | 'silent' | 'ended' = 'sending';
  private caughtUp = false;
  private isLive = false;
  /** Messages since the log last grew. */
  private burst = 0;

  constructor(context: ServiceContext, call: ReadCall, cursor: SubscriptionCursor) {
    this.context = context;
    this.call = call;
    this.cursor = cursor;
  }

  start(): void {
    const stops = [
      this.context.log.index.onPublished(() => this.pumpNew()),
      this.context.faults.onInjected(() => this.sufferFaults()),
    ];
    const close = (): void => {
      this.state = 'ended';
      for (const stop of stops) stop();
    };
    this.call.on('cancelled', close);
    this.call.on('close', close);
    this.context.readers.counts.subscriptions += 1;
    this.call.write(confirmation(randomUUID()));
    this.sufferFaults();
    this.pump();
  }

  /** Sends what has just been published, all at once. */
  private pumpNew(): void {
    if (this.state !== 'sending') return;
    this.isLive = this.caughtUp;
    this.burst = 0;
    this.pump();
  }

  private pump(): void {
    while (this.state === 'sending') {
      const message = this.nextMessage();
      if (message === undefined) return;
      if (typeof message === 'number') {
        this.examine(message);
        return;
      }
      this.burst += 1;
      // What comes live waits in a short buffer: one that does not empty it in time is ended.
      if (this.isLive && this.burst > LIVE_BUFFER) {
        this.state = 'ended';
        this.call.emit('error', consumerTooSlow());
        return;
      }
      if (this.call.write(message)) continue;
      this.state = 'waiting-for-drain';
      this.call.once('drain', () => {
        if (this.state !== 'waiting-for-drain') return;
        this.state = 'sending';
        this.pump();
      });
    }
  }

  private examine(events: number): void {
    this.context.readers.counts.examined += events;
    this.state = 'reading';
    void this.context.readers.examine(events).then(() => {
      if (this.state !== 'reading') return;
      this.state = 'sending';
      this.pump();
    });
  }

  private nextMessage(): Buffer | number | undefined {
    const message = this.cursor.next();
    if (message !== undefined || this.caughtUp) return message;
    this.caughtUp = true;
    return caughtUp();
  }

  private sufferFaults(): void {
    if (this.state === 'ended') return;
    if (this.context.faults.strike('silence-subscriptions') !== undefined) this.state = 'silent';
    const end = this.context.faults.strike('end-subscriptions');
    if (end === undefined) return;
    this.state = 'ended';
    if (end.with === 'unavailable') this.call.emit('error', unavailable());
    else if (end.with === 'cancelled') this.call.emit('error', cancelled());
    else this.call.end();
  }
}

import { randomUUID } from 'node:crypto';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { caughtUp, confirmation } from './read-response.js';
import { cancelled, unavailable } from './rpc-errors.js';
import type { ServiceContext } from './service-context.js';
import type { SubscriptionCursor } from './subscription-cursor.js';

type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/** One open subscription: sends existing events, then new ones, as fast as the client takes them. */
export class Subscription {
  private readonly context: ServiceContext;
  private readonly call: ReadCall;
  private readonly cursor: SubscriptionCursor;
  private state: 'sending' | 'waiting-for-drain' | 'silent' | 'ended' = 'sending';
  private caughtUp = false;

  constructor(context: ServiceContext, call: ReadCall, cursor: SubscriptionCursor) {
    this.context = context;
    this.call = call;
    this.cursor = cursor;
  }

  start(): void {
    const stops = [
      this.context.log.index.onPublished(() => this.pump()),
      this.context.faults.onInjected(() => this.sufferFaults()),
    ];
    const close = (): void => {
      this.state = 'ended';
      for (const stop of stops) stop();
    };
    this.call.on('cancelled', close);
    this.call.on('close', close);
    this.call.write(confirmation(randomUUID()));
    this.sufferFaults();
    this.pump();
  }

  private pump(): void {
    while (this.state === 'sending') {
      const message = this.nextMessage();
      if (message === undefined) return;
      if (this.call.write(message)) continue;
      this.state = 'waiting-for-drain';
      this.call.once('drain', () => {
        if (this.state !== 'waiting-for-drain') return;
        this.state = 'sending';
        this.pump();
      });
    }
  }

  private nextMessage(): Buffer | undefined {
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

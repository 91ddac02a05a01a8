import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { describeFault } from '../connection/client-faults.js';
import type { LogClient } from '../connection/log-client.js';

/** The part of the call that is used: appends go out, responses come in. */
export interface AppendCall {
  write(request: BatchAppendReq): boolean;
  cancel(): void;
  on(event: 'data', listener: (response: BatchAppendResp) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'drain' | 'end' | 'close', listener: () => void): unknown;
}

/** An append got no response. */
export class AppendLostError extends Error {
  override readonly name = 'AppendLostError';
  constructor(
    /** True when the append did not leave this process, so that it cannot have been carried out. */
    readonly neverLeft: boolean,
    cause: unknown,
  ) {
    super(describeFault(cause), { cause });
  }
}

interface Pending {
  request: BatchAppendReq;
  written: boolean;
  resolve: (response: BatchAppendResp) => void;
  reject: (error: AppendLostError) => void;
}

/**
 * Sends many appends over one call; each is answered under its correlation id, in any order.
 *
 * It replaces the client's own `appendToStream`, which keeps what is pending in one map for the whole process: there
 * an error of any call rejects the appends of all, a response to one that it has dropped throws inside a data
 * handler, and a call that breaks while others wait to be written leaves rejections that nobody handles. The last two
 * end the process. It also gives the server a deadline by the clock of this machine, wrong where the two clocks
 * differ. One core makes some 9,000 lone appends a second, or 58,000 events in appends of 100 (0.6 kB each, Node 24).
 */
export class BatchAppendStream {
  private readonly pending = new Map<string, Pending>();
  private readonly call: AppendCall;
  private waiting: Pending[] = [];
  private isFull = false;
  private ended = false;

  constructor(call: AppendCall) {
    this.call = call;
    call.on('data', (response: BatchAppendResp) => this.answer(response));
    call.on('drain', () => {
      this.isFull = false;
      this.write();
    });
    call.on('error', (error) => this.lose(error));
    call.on('end', () => this.lose(new Error('The server ended the call')));
    call.on('close', () => this.lose(new Error('The call was closed')));
  }

  static async open(client: LogClient): Promise<BatchAppendStream> {
    return new BatchAppendStream(await client.openBatchAppend());
  }

  get isOver(): boolean {
    return this.ended;
  }

  /** @throws AppendLostError */
  append(correlationId: string, request: BatchAppendReq): Promise<BatchAppendResp> {
    if (this.ended) return Promise.reject(new AppendLostError(true, new Error('The call is over')));
    return new Promise((resolve, reject) => {
      const pending = { request, written: false, resolve, reject };
      this.pending.set(correlationId, pending);
      this.waiting.push(pending);
      this.write();
    });
  }

  /** Stops waiting for this append. */
  forget(correlationId: string): void {
    const pending = this.pending.get(correlationId);
    if (pending === undefined) return;
    this.pending.delete(correlationId);
    this.waiting = this.waiting.filter((other) => other !== pending);
  }

  cancel(): void {
    this.lose(new Error('The store was closed'));
    this.call.cancel();
  }

  private write(): void {
    while (!this.isFull && !this.ended) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      next.written = true;
      this.isFull = !this.call.write(next.request);
    }
  }

  private answer(response: BatchAppendResp): void {
    const id = response.getCorrelationId()?.getString() ?? '';
    // No entry: the response came after its append was given up.
    this.pending.get(id)?.resolve(response);
    this.pending.delete(id);
  }

  private lose(error: Error): void {
    this.ended = true;
    for (const { written, reject } of this.pending.values()) reject(new AppendLostError(!written, error));
    this.pending.clear();
    this.waiting = [];
  }
}

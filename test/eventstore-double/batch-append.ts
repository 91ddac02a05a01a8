import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type handleBidiStreamingCall, type ServerDuplexStream, type ServiceError, status } from '@grpc/grpc-js';
import { encodeFailure, encodeOutcome, type StatusWriter, statusOf } from './batch-append-response.js';
import type { ExpectedRevision } from './commit-check.js';
import type { AppendLag } from './event-log.js';
import { parseProposedMessage, parseStreamName, parseUuid } from './proposed-message.js';
import type { ServiceContext } from './service-context.js';
import { type ProposedEvent, sizeOnDisk } from './stored-event.js';
import { writeWithFaults } from './write-with-faults.js';

interface PendingAppend {
  correlationId: Uint8Array;
  stream: string;
  expected: ExpectedRevision;
  events: ProposedEvent[];
  bytes: number;
  /** Runs while parts of the append are missing. */
  timeout: NodeJS.Timeout | undefined;
}

const expectedOf = (options: BatchAppendReq.Options): ExpectedRevision => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return -1;
  return options.hasStreamExists() ? 'stream_exists' : 'any';
};

const millisecondsLeft = (options: BatchAppendReq.Options): number => {
  const deadline = options.getDeadline();
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline.toDate().getTime() - Date.now();
};

// The cap of the server (its write timeout).
const WRITE_TIMEOUT_MS = 2_000;

type BatchAppendCall = ServerDuplexStream<BatchAppendReq, Buffer>;

/** One `BatchAppend` call: many appends at once; each gets its response under its correlation id as it is durable. */
class BatchAppendSession {
  private readonly context: ServiceContext;
  private readonly call: BatchAppendCall;
  private readonly pending = new Map<string, PendingAppend>();
  private readonly refusedCall: ServiceError | undefined;
  private readonly peer: string;
  private unanswered = 0;
  private halfClosed = false;

  constructor(context: ServiceContext, call: BatchAppendCall) {
    this.context = context;
    this.call = call;
    this.refusedCall = context.access(call.metadata);
    this.peer = call.getPeer();
  }

  start(): void {
    this.call.on('error', () => {});
    // Wrong credentials end the call, missing ones are refused append by append: two different parts of the server.
    if (this.refusedCall?.code === status.UNAUTHENTICATED) {
      this.call.emit('error', this.refusedCall);
      return;
    }
    this.call.on('data', (request: BatchAppendReq) => this.receive(request));
    this.call.on('end', () => {
      this.halfClosed = true;
      this.endWhenAnswered();
    });
    this.call.on('close', () => this.forgetPending());
    this.call.on('cancelled', () => this.forgetPending());
  }

  private receive(request: BatchAppendReq): void {
    const id = parseUuid(request.getCorrelationId());
    const correlationId = request.getCorrelationId()?.serializeBinary() ?? new Uint8Array();
    const options = request.getOptions();
    const stream = parseStreamName(options?.getStreamIdentifier());
    const fail = (failure: StatusWriter): void => this.answer(encodeFailure(correlationId, stream, failure));
    if (options !== undefined) {
      const refusal = this.refusal(options, stream);
      if (refusal !== undefined) {
        fail(refusal);
        return;
      }
      this.pending.set(id, {
        correlationId,
        stream,
        expected: expectedOf(options),
        events: [],
        bytes: 0,
        timeout: undefined,
      });
    }
    const append = this.pending.get(id);
    if (append === undefined) return;
    try {
      this.collect(id, append, request);
    } catch (error) {
      this.pending.delete(id);
      fail(statusOf.badRequest(error instanceof Error ? error.message : String(error)));
    }
  }

  private refusal(options: BatchAppendReq.Options, stream: string): StatusWriter | undefined {
    if (this.refusedCall !== undefined) return statusOf.accessDenied();
    if (stream === '') return statusOf.badRequest('Required field StreamIdentifier not set.');
    return millisecondsLeft(options) <= 0 ? statusOf.timeout() : undefined;
  }

  private collect(id: string, append: PendingAppend, request: BatchAppendReq): void {
    for (const message of request.getProposedMessagesList()) {
      const event = parseProposedMessage(message);
      append.bytes += sizeOnDisk(event);
      append.events.push(event);
    }
    if (append.bytes > this.context.maxAppendSize) {
      this.settle(id, append, statusOf.maximumAppendSizeExceeded(this.context.maxAppendSize));
    } else if (request.getIsFinal()) {
      this.pending.delete(id);
      clearTimeout(append.timeout);
      void this.write(append);
    } else {
      append.timeout ??= setTimeout(() => this.settle(id, append, statusOf.timeout()), WRITE_TIMEOUT_MS).unref();
    }
  }

  private settle(id: string, append: PendingAppend, failure: StatusWriter): void {
    clearTimeout(append.timeout);
    if (this.pending.delete(id)) this.answer(encodeFailure(append.correlationId, append.stream, failure));
  }

  private async write({ correlationId, stream, expected, events }: PendingAppend): Promise<void> {
    if (this.context.faults.strike('not-ready', { stream, on: 'writes' }) !== undefined) {
      return this.answer(encodeFailure(correlationId, stream, statusOf.notReady()));
    }
    this.unanswered += 1;
    const write = (lag: AppendLag) => this.context.log.append(stream, expected, events, lag);
    const answer = await writeWithFaults(this.context, { stream, peer: this.peer }, write);
    if (answer.kind === 'silence') return;
    this.unanswered -= 1;
    if (answer.kind === 'call-failed') this.call.emit('error', answer.error);
    else this.answer(encodeOutcome(correlationId, stream, expected, answer));
    this.endWhenAnswered();
  }

  private answer(response: Buffer): void {
    // The responses are small and as many as the requests, which the client paces: no backpressure here.
    if (this.call.writable && !this.call.cancelled) this.call.write(response);
  }

  private endWhenAnswered(): void {
    if (this.halfClosed && this.unanswered === 0) this.call.end();
  }

  private forgetPending(): void {
    for (const { timeout } of this.pending.values()) clearTimeout(timeout);
    this.pending.clear();
  }
}

export const batchAppendHandler =
  (context: ServiceContext): handleBidiStreamingCall<BatchAppendReq, Buffer> =>
  (call) =>
    new BatchAppendSession(context, call).start();

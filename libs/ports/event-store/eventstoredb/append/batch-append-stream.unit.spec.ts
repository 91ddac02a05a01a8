import { EventEmitter } from 'node:events';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { expect, it } from 'vitest';
import { type AppendCall, BatchAppendStream } from './batch-append-stream.js';

/** A call whose server side is the test. */
class HeldCall extends EventEmitter implements AppendCall {
  readonly written: string[] = [];
  isFull = false;

  write(request: BatchAppendReq): boolean {
    this.written.push(request.getCorrelationId()?.getString() ?? '');
    return !this.isFull;
  }

  cancel(): void {
    this.emit('error', new Error('Cancelled on client'));
  }

  answer(id: string): BatchAppendResp {
    const response = new messages.BatchAppendResp().setCorrelationId(new shared.UUID().setString(id));
    this.emit('data', response);
    return response;
  }
}

const open = () => {
  const call = new HeldCall();
  const stream = new BatchAppendStream(call);
  const append = (id: string) =>
    stream.append(id, new messages.BatchAppendReq().setCorrelationId(new shared.UUID().setString(id)));
  return { call, stream, append };
};

it('each append gets its own response, in whatever order the responses come', async () => {
  const { call, append } = open();
  const appended = ['a', 'b', 'c'].map(append);
  const answers = ['c', 'a', 'b'].map((id) => call.answer(id));
  expect(await Promise.all(appended)).toEqual([answers[1], answers[2], answers[0]]);
});

it('a response that is unknown, or comes twice, throws nothing', async () => {
  const { call, stream, append } = open();
  const given = append('given up');
  given.catch(() => undefined);
  stream.forget('given up');
  for (const id of ['never heard of', 'given up', 'given up']) expect(() => call.answer(id)).not.toThrow();
  const appended = append('a');
  const answer = call.answer('a');
  expect(await appended).toBe(answer);
  expect(() => call.answer('a')).not.toThrow();
});

it('appends wait for the backpressure of the call, and leave no unhandled rejection when it breaks then', async () => {
  const { call, append } = open();
  call.isFull = true;
  const appended = ['a', 'b', 'c'].map(append);
  expect(call.written).toEqual(['a']);
  call.emit('drain');
  expect(call.written).toEqual(['a', 'b']);
  call.emit('error', new Error('cut'));
  call.emit('drain');
  const outcomes = await Promise.allSettled(appended);
  expect(outcomes).toMatchObject([
    { reason: { name: 'AppendLostError', neverLeft: false } },
    { reason: { name: 'AppendLostError', neverLeft: false } },
    { reason: { name: 'AppendLostError', neverLeft: true } },
  ]);
  expect(call.written).toEqual(['a', 'b']);
});

it.each(['end', 'close'])('a call that had its %s without an error is over, and takes no appends', async (event) => {
  const { call, stream, append } = open();
  const lost = expect(append('a')).rejects.toMatchObject({ neverLeft: false });
  call.emit(event);
  await lost;
  expect(stream.isOver).toBe(true);
  await expect(append('b')).rejects.toMatchObject({ neverLeft: true });
  expect(call.written).toEqual(['a']);
});

import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { toAppendRequest } from '../../append-request.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { toAppendReply, toBatchAppend } from './append-messages.js';

const correlationId = '5a2c1a3e-0a60-4d7e-8f0b-7f6f0f0a1c11';

describe('an append as a message', () => {
  it('a message holds all events, the expected revision and no deadline by the clock of this machine', () => {
    const events = [eventNumbered('a', { version: 3 }), eventNumbered('b')];
    const message = toBatchAppend(correlationId, 'transledger-thing-1', toAppendRequest('thing-1', events, 7));
    const options = message.getOptions();
    expect(options?.hasDeadline()).toBe(false);
    expect(options?.getStreamPosition()).toBe('7');
    expect(message.getIsFinal()).toBe(true);
    const [first, second] = message.getProposedMessagesList();
    expect(Buffer.from(first?.getData_asU8() ?? []).toString()).toBe('{"label":"a"}');
    expect(Buffer.from(first?.getCustomMetadata_asU8() ?? []).toString()).toBe(
      '{"version":3,"metadata":{"by":"contract"}}',
    );
    expect(second?.getId()?.getString()).toBe(eventNumbered('b').id);
  });

  it('the append that begins a stream expects no_stream', () => {
    const request = toAppendRequest('thing-1', [eventNumbered('a')], 'no-stream');
    expect(toBatchAppend(correlationId, 'thing-1', request).getOptions()?.hasNoStream()).toBe(true);
  });

  it('an append is never larger for the server than it was counted here', () => {
    const event = eventNumbered('ä', { version: 32_767, type: 'Übersetzt', metadata: { a: 'ö' } });
    const request = toAppendRequest('thing-1', [event], 'no-stream');
    const [message] = toBatchAppend(correlationId, 'thing-1', request).getProposedMessagesList();
    const data = message?.getData_asU8().length ?? Number.NaN;
    const metadata = message?.getCustomMetadata_asU8().length ?? Number.NaN;
    expect(data + metadata + 2 * event.type.length).toBeLessThanOrEqual(request.bytes);
  });
});

describe('a response', () => {
  /** A field of text or bytes as protobuf writes it, up to 127 of them. */
  const field = (number: number, value: Uint8Array): Buffer => Buffer.from([(number << 3) | 2, value.length, ...value]);
  const failure = (typeName: string, value: Uint8Array = new Uint8Array()) => {
    const details = Buffer.concat([field(1, Buffer.from(`type.googleapis.com/${typeName}`)), field(2, value)]);
    const status = Buffer.concat([field(2, Buffer.from('reason')), field(3, details)]);
    return messages.BatchAppendResp.deserializeBinary(field(2, status));
  };

  it('a response whose position the server does not know is a success without one', () => {
    const position = new messages.BatchAppendResp.Success().setCurrentRevision('4');
    expect(toAppendReply(new messages.BatchAppendResp().setSuccess(position))).toEqual({
      kind: 'written',
      revision: 4,
      position: undefined,
    });
  });

  it('a conflict reports the revision of the stream, beyond 32 bits too', () => {
    const conflict = new shared.WrongExpectedVersion().setCurrentStreamRevision('4294967297');
    const details = conflict.serializeBinary();
    expect(toAppendReply(failure('event_store.client.WrongExpectedVersion', details))).toEqual({
      kind: 'conflict',
      actual: 4_294_967_297,
    });
  });

  it.each([
    ['event_store.client.AccessDenied', 'refused'],
    ['event_store.client.StreamDeleted', 'refused'],
    ['event_store.client.BadRequest', 'refused'],
    ['event_store.client.MaximumAppendSizeExceeded', 'too-large'],
    ['google.protobuf.Empty', 'not-now'],
    ['event_store.client.Timeout', 'unknown'],
    ['event_store.client.Unknown', 'unknown'],
    ['something.of.a.later.Version', 'unknown'],
  ])('an error of type %s is read as %s', (type, kind) => {
    expect(toAppendReply(failure(type)).kind).toBe(kind);
  });

  it('a response without a result leaves the outcome unknown', () => {
    expect(toAppendReply(new messages.BatchAppendResp()).kind).toBe('unknown');
  });
});

import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall, Metadata, ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import { type Messages, readMessages } from './read-range.js';
import type { Readers } from './readers.js';
import { accessDenied, invalidArgument, notImitated, notLeader, unavailable } from './rpc-errors.js';
import type { ServiceContext } from './service-context.js';
import { Subscription } from './subscription.js';
import { subscriptionCursor } from './subscription-cursor.js';

type ReadCall = ServerWritableStream<ReadReq, Buffer>;

const requiresLeader = (metadata: Metadata): boolean => metadata.get('requires-leader')[0] === 'true';

const refusal = ({ access, faults }: ServiceContext, call: ReadCall): ServiceError | undefined => {
  const denied = access(call.metadata);
  if (denied !== undefined) return denied;
  const follower = requiresLeader(call.metadata) ? faults.strike('not-leader', { on: 'reads' }) : undefined;
  if (follower !== undefined) return notLeader(follower.leader);
  if (faults.strike('unavailable', { on: 'reads' }) !== undefined) return unavailable();
  if (faults.strike('access-denied', { on: 'reads' }) !== undefined) return accessDenied();
  return call.request.getOptions()?.getResolveLinks() ? notImitated('the resolving of links') : undefined;
};

/** Sends as many messages as the connection takes at once, the rest whenever it has drained. */
const sendAll = (readers: Readers, call: ReadCall, messages: Messages): void => {
  try {
    for (;;) {
      if (call.cancelled || call.destroyed) return;
      const next = messages.next();
      if (next.done) {
        call.end();
        return;
      }
      if (typeof next.value === 'number') {
        readers.counts.examined += next.value;
        void readers.examine(next.value).then(() => sendAll(readers, call, messages));
        return;
      }
      if (!call.write(next.value)) {
        call.once('drain', () => sendAll(readers, call, messages));
        return;
      }
    }
  } catch (error) {
    call.emit('error', error);
  }
};

/** `Read`: reads with a count, and subscriptions. */
export const readHandler =
  (context: ServiceContext): handleServerStreamingCall<ReadReq, Buffer> =>
  (call) => {
    const refused = refusal(context, call);
    const options = call.request.getOptions();
    if (refused !== undefined) return void call.emit('error', refused);
    if (options === undefined) return void call.emit('error', invalidArgument('The options of the read are missing'));
    try {
      if (options.hasSubscription())
        new Subscription(context, call, subscriptionCursor(context.log.index, options)).start();
      else {
        if (options.hasAll()) context.readers.counts.readsOfAll += 1;
        sendAll(context.readers, call, readMessages(context.log.index, options));
      }
    } catch (error) {
      call.emit('error', error instanceof SyntaxError ? invalidArgument(error.message) : error);
    }
  };

import type { IncomingMessage } from 'node:http';
import { newId } from '#libs/platform/ids/new-id.js';
import { clientAddress } from '#libs/platform/ip-address/client-address.js';
import type { Caller } from '../http/request-context.js';

/** The client of a connection, as far as its upgrade request described it. */
export type StreamClient = Pick<Caller, 'address' | 'userAgent' | 'traceparent'>;

/** A frame that acts, in the form of a request that the act recorder takes. */
export interface StreamRequest {
  id: string;
  caller: Caller;
  params: undefined;
}

const traceparentForm = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const maxUserAgentLength = 512;

export const clientOf = ({ headers, socket }: IncomingMessage, trustedProxies: readonly string[]): StreamClient => {
  const { traceparent } = headers;
  return {
    address: clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustedProxies),
    userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    traceparent: typeof traceparent === 'string' && traceparentForm.test(traceparent) ? traceparent : null,
  };
};

/** Makes a request of its own, with an id of its own, for each frame. */
export const requestOf = (client: StreamClient): StreamRequest => ({
  id: newId('req'),
  caller: {
    ...client,
    startedAt: performance.now(),
    clientRequestId: null,
    access: undefined,
    window: undefined,
    recorded: false,
    idempotencyKey: undefined,
    bodyDigest: undefined,
    idempotent: undefined,
  },
  params: undefined,
});

import type { IncomingMessage } from 'node:http';
import { newId } from '#libs/platform/ids/new-id.js';
import { clientAddress } from '#libs/platform/ip-address/client-address.js';
import { sessionHashOf } from '../access/session-hash.js';
import type { BrowserSessions } from '../http/browser-sessions.js';
import type { Caller } from '../http/request-context.js';
import { userAgentOf } from '../http/user-agent.js';

/** The session of a browser that opened a connection. */
export interface BrowserSession {
  /** By which admission knows it. */
  hash: string;
  /** @throws Rejection `invalid_request` where no page of ours opened the connection */
  assertOwnOrigin: () => void;
}

/** The client of a connection, as far as its upgrade request described it. */
export type StreamClient = Pick<Caller, 'address' | 'userAgent' | 'traceparent'> & {
  /** Undefined where no cookie has one. */
  session?: BrowserSession | undefined;
};

/** A frame that acts, in the form of a request that the act recorder takes. */
export interface StreamRequest {
  id: string;
  caller: Caller;
  params: undefined;
}

const traceparentForm = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

type Browsers = Pick<BrowserSessions, 'tokenOf' | 'assertOwnOrigin'>;

const sessionOf = ({ headers }: IncomingMessage, browsers: Browsers): BrowserSession | undefined => {
  const token = browsers.tokenOf({ headers });
  return token === undefined
    ? undefined
    : { hash: sessionHashOf(token), assertOwnOrigin: () => browsers.assertOwnOrigin({ headers }) };
};

export const clientOf = (
  request: IncomingMessage,
  trustedProxies: readonly string[],
  browsers: Browsers,
): StreamClient => {
  const { headers, socket } = request;
  const { traceparent } = headers;
  return {
    session: sessionOf(request, browsers),
    address: clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustedProxies),
    userAgent: userAgentOf(headers['user-agent']),
    traceparent: typeof traceparent === 'string' && traceparentForm.test(traceparent) ? traceparent : null,
  };
};

/** Makes a request of its own, with an id of its own, for each frame. */
export const requestOf = ({ address, userAgent, traceparent }: StreamClient): StreamRequest => ({
  id: newId('req'),
  caller: {
    ...{ address, userAgent, traceparent },
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

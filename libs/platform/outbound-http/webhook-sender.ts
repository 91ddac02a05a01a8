import { lookup } from 'node:dns/promises';
import type { Readable } from 'node:stream';
import { sign } from '@transledger/webhook-signing';
import { type FailureReason, failureReasonOf, failureReasonOfStatus } from './failure-reason.js';
import { retryAfterSeconds } from './retry-after.js';
import { type Resolver, vettedConnector } from './vetted-connector.js';
import { assertWebhookUrl, type WebhookPolicy } from './webhook-url.js';

export interface WebhookSenderOptions extends WebhookPolicy {
  /** Milliseconds of the whole attempt, from the look-up of the name to the last byte read. */
  timeoutMs?: number;
  /** Resolver of host names; the system's when omitted. */
  resolve?: Resolver;
  /** Certificates in PEM that are trusted instead of Node's own list. */
  certificateAuthorities?: string;
}

export interface WebhookAttempt {
  url: string;
  /** The message is signed with each secret; without any, it is sent unsigned. */
  secrets: readonly string[];
  /** Id of the message, the same on every attempt. */
  id: string;
  /** Number of the message at its webhook, for the header; the payload says it too. */
  sequence?: number | undefined;
  /** Body of the request: JSON. */
  payload: string;
  /** Time of this attempt. */
  timestamp: Date;
}

export interface WebhookOutcome {
  /** Null without a response. */
  statusCode: number | null;
  /** Null on success (2xx). */
  reason: FailureReason | null;
  durationMs: number;
  /** Seconds that the receiver asked to wait. */
  retryAfter?: number;
}

export interface WebhookSender {
  /** Makes one attempt. Resolves with every outcome that the receiver, the network or the URL can cause. */
  send(attempt: WebhookAttempt): Promise<WebhookOutcome>;
}

const maxBodyBytes = 64 * 1_024;

const resolveBySystem: Resolver = (hostname) => lookup(hostname, { all: true });

const headersOf = ({ id, sequence, payload, secrets, timestamp }: WebhookAttempt): Record<string, string> => {
  const seconds = Math.floor(timestamp.getTime() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Transledger-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(sequence !== undefined && { 'webhook-sequence': String(sequence) }),
  };
  if (secrets.length === 0) return headers;
  return { ...headers, 'webhook-signature': sign({ id, timestamp: seconds, payload }, secrets) };
};

/** Lets the receiver finish its response, up to a limit. Its body and its errors are ignored: the status stands. */
const readAndForget = async (body: Readable): Promise<void> => {
  let length = 0;
  try {
    for await (const bytes of body) {
      length += bytes.length;
      if (length >= maxBodyBytes) return;
    }
  } catch {
    return;
  }
};

/** An attempt that the address of the receiver does not let leave: it tells nothing of a name, not how long a look-up took either. */
export const addressNotAllowed = { statusCode: null, reason: 'address_not_allowed', durationMs: 0 } as const;

/**
 * Every attempt has a connection of its own, which is vetted and ends with it: a connection kept open goes
 * stale, and a POST on a stale connection fails without the receiver being at fault.
 */
export const createWebhookSender = (options: WebhookSenderOptions): WebhookSender => {
  const { allowPrivate, resolve = resolveBySystem, certificateAuthorities, timeoutMs = 10_000 } = options;

  const post = async (attempt: WebhookAttempt, signal: AbortSignal): Promise<Omit<WebhookOutcome, 'durationMs'>> => {
    const url = assertWebhookUrl(attempt.url, options);
    const { Client } = await import('undici');
    const connect = await vettedConnector({ allowPrivate, resolve, certificateAuthorities, timeoutMs });
    const client = new Client(url.origin, { connect });
    try {
      const { statusCode, headers, body } = await client.request({
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: headersOf(attempt),
        body: attempt.payload,
        signal,
        reset: true,
      });
      await readAndForget(body);
      const retryAfter = retryAfterSeconds(headers['retry-after'], new Date());
      const outcome = { statusCode, reason: failureReasonOfStatus(statusCode) };
      return retryAfter === undefined ? outcome : { ...outcome, retryAfter };
    } finally {
      await client.destroy();
    }
  };

  return {
    async send(attempt) {
      const start = performance.now();
      const durationMs = (): number => Math.round(performance.now() - start);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return { ...(await post(attempt, signal)), durationMs: durationMs() };
      } catch (error) {
        const reason = signal.aborted ? 'timed_out' : failureReasonOf(error);
        if (reason === undefined) throw error;
        // Otherwise whoever sets a URL could ask our name server which names it knows inside.
        const isUnknownName = reason === 'host_not_found' && !allowPrivate;
        if (isUnknownName || reason === 'address_not_allowed') return addressNotAllowed;
        return { statusCode: null, reason, durationMs: durationMs() };
      }
    },
  };
};

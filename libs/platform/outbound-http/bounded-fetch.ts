import { lookup } from 'node:dns/promises';
import { isPublicAddress } from '#libs/platform/ip-address/public-address.js';
import { type Resolver, vettedConnector } from './vetted-connector.js';

export interface BoundedFetchOptions {
  /** A host that the operator has chosen: where it has a private address, others may have one too. */
  chosenHost: string;
  /** Milliseconds of a request, from the look-up of the name to the last byte read. */
  timeoutMs: number;
  /** Most bytes of an answer. */
  maxBytes: number;
  resolve?: Resolver;
}

export interface BoundedRequest {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

const resolveBySystem: Resolver = (hostname) => lookup(hostname, { all: true });

/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304]);

/** `[::1]` in a URL is the address `::1`. */
const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * Asks servers that one server, which the operator has chosen, leads to. No redirection is followed and no answer unpacked. An
 * address that is not public is refused, unless what the operator has chosen is at such a one itself.
 */
export class BoundedFetch {
  private readonly resolve: Resolver;

  constructor(private readonly options: BoundedFetchOptions) {
    this.resolve = options.resolve ?? resolveBySystem;
  }

  /** Rejects with what the network or the server caused; with a `TimeoutError` when the time is over. */
  fetch(url: string, asked: BoundedRequest): Promise<Response> {
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    const { promise: late, reject } = Promise.withResolvers<never>();
    // The look-up of a name takes no signal.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    return Promise.race([this.ask(url, asked, signal), late]);
  }

  private async ask(url: string, { method, headers, body }: BoundedRequest, signal: AbortSignal): Promise<Response> {
    const { timeoutMs, maxBytes } = this.options;
    const { Agent, request } = await import('undici');
    const connect = await vettedConnector({
      allowPrivate: await this.isChosenPrivate(),
      resolve: this.resolve,
      timeoutMs,
      certificateAuthorities: undefined,
    });
    const agent = new Agent({ connect, maxResponseSize: maxBytes });
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Transledger' },
        body: body === undefined || body === null ? null : String(body),
        signal,
      });
      const text = await answer.body.text();
      const type = answer.headers['content-type'];
      return new Response(bodiless.has(answer.statusCode) ? null : text, {
        status: answer.statusCode,
        headers: typeof type === 'string' ? { 'content-type': type } : {},
      });
    } finally {
      await agent.destroy();
    }
  }

  private async isChosenPrivate(): Promise<boolean> {
    const addresses = await this.resolve(bareHost(this.options.chosenHost));
    return addresses.some(({ address }) => !isPublicAddress(address));
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { clientAddress } from '#libs/platform/ip-address/client-address.js';
import { securityHeaders } from './security-headers.js';
import { userAgentOf } from './user-agent.js';

const clientRequestIdForm = /^[\x21-\x7e]{1,128}$/;
const traceparentForm = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const rememberedPeers = 10_000;

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const matching = (form: RegExp, value: string | undefined): string | null =>
  value !== undefined && form.test(value) ? value : null;

/** Says who sends a request, as far as its headers and its connection tell. */
export class Callers {
  private readonly peers = new LRUCache<string, string>({ max: rememberedPeers });

  constructor(private readonly trustedProxies: readonly string[]) {}

  /** Begins what is known of the caller, and sets the headers of every response. */
  identify(request: FastifyRequest, reply: FastifyReply): void {
    const clientRequestId = matching(clientRequestIdForm, headerOf(request, 'x-request-id'));
    request.caller = {
      startedAt: performance.now(),
      address: this.addressOf(request),
      userAgent: userAgentOf(headerOf(request, 'user-agent')),
      clientRequestId,
      traceparent: matching(traceparentForm, headerOf(request, 'traceparent')),
      access: undefined,
      window: undefined,
      idempotencyKey: undefined,
      bodyDigest: undefined,
      idempotent: undefined,
      recorded: false,
    };
    reply.headers(securityHeaders).header('X-Request-Id', request.id);
    if (clientRequestId !== null) reply.header('X-Client-Request-Id', clientRequestId);
  }

  /** Connections stay open, and few callers come over many: the meaning of their addresses is worked out once. */
  private addressOf(request: FastifyRequest): string {
    const peer = request.raw.socket.remoteAddress ?? '';
    const forwardedFor = headerOf(request, 'x-forwarded-for');
    if (forwardedFor !== undefined) return clientAddress(peer, forwardedFor, this.trustedProxies);
    const known = this.peers.get(peer);
    if (known !== undefined) return known;
    const address = clientAddress(peer, undefined, this.trustedProxies);
    this.peers.set(peer, address);
    return address;
  }
}

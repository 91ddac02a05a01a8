import { LRUCache } from 'lru-cache';
import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { parseAddress } from '#libs/platform/ip-address/ip-address.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { AccessDirectory } from './access-directory.js';
import { CountedLine } from './counted-line.js';
import { tokenHashOf } from './session-hash.js';

interface UnknownKeysOptions {
  directory: Pick<AccessDirectory, 'findNew'>;
  logger: Logger;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** Unknown keys and failed openings that an address may send at once, and in each second after that. */
const burst = 60;
const perSecond = 10;
/** Addresses that are remembered; the one that was quiet for longest is forgotten first. */
const rememberedAddresses = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** The refusal of a key that no node knows, or of a session that has ended. */
export const unknownCredential = (keyHash: string): Rejection =>
  tokenHashOf(keyHash) === undefined
    ? new Rejection('invalid_api_key')
    : new Rejection('invalid_credentials', { message: 'The session has ended. Sign in again.' });

/** The network of an address: that of an IPv6 host is its /64, of which it has every address. */
export const networkOf = (text: string): string => {
  const address = parseAddress(text);
  return address?.kind() === 'ipv6' ? address.toByteArray().slice(0, 8).join('.') : text;
};

/**
 * Decides on requests whose key this node does not know. Each address has a token bucket, so that guessing stays slow;
 * a request with a known key is let through. The log has at most one line a second of keys that are missing, and one of
 * those that are unknown.
 */
export class UnknownKeys {
  private readonly buckets = new LRUCache<string, Bucket>({ max: rememberedAddresses });
  private readonly now: () => number;
  private readonly missing: CountedLine;
  private readonly unknown: CountedLine;
  private readonly openings: CountedLine;

  constructor(private readonly options: UnknownKeysOptions) {
    this.now = options.now ?? (() => performance.now());
    this.missing = new CountedLine(options.logger, 'a request without an API key was refused');
    this.unknown = new CountedLine(options.logger, 'an unknown API key was refused');
    this.openings = new CountedLine(options.logger, 'an opening of the stream failed');
  }

  /**
   * The key that a request came with, which is not looked up yet.
   * @throws Rejection of `read`: `missing_api_key`, or `invalid_api_key` for one that no key looks like
   */
  readKey(read: () => string, requestId: string, address: string): string {
    try {
      return read();
    } catch (refusal) {
      const isMissing = refusal instanceof Rejection && refusal.code === 'missing_api_key';
      (isMissing ? this.missing : this.unknown).add(requestId, networkOf(address));
      throw refusal;
    }
  }

  /**
   * The access of a key that was just made elsewhere.
   * @throws Rejection `invalid_api_key`, of a session `invalid_credentials`; `rate_limit_exceeded` for an address that has sent too many unknown keys
   */
  async resolve(keyHash: string, requestId: string, address: string): Promise<KeyAccess> {
    const network = networkOf(address);
    const refusal = this.takeFrom(network, 'Too many requests with unknown API keys have come from this address.');
    if (refusal !== undefined) {
      this.unknown.add(requestId, network);
      throw refusal;
    }
    const access = await this.options.directory.findNew(keyHash);
    if (access !== undefined) return access;
    this.unknown.add(requestId, network);
    throw unknownCredential(keyHash);
  }

  /**
   * Counts an opening of the stream that failed before any key was known, together with unknown keys.
   * Returns the rejection that it is answered with: `rate_limit_exceeded` where too many have come from its network.
   */
  failedOpening(rejection: Rejection, requestId: string, address: string): Rejection {
    const network = networkOf(address);
    this.openings.add(requestId, network);
    return this.takeFrom(network, 'Too many openings of the stream from this address have failed.') ?? rejection;
  }

  private takeFrom(network: string, message: string): Rejection | undefined {
    const bucket = this.bucketOf(network);
    if (bucket.tokens < 1) {
      const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      return new Rejection('rate_limit_exceeded', { message, retryAfter });
    }
    bucket.tokens -= 1;
    return undefined;
  }

  private bucketOf(network: string): Bucket {
    const now = this.now();
    const bucket = this.buckets.get(network) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1_000);
    bucket.at = now;
    this.buckets.set(network, bucket);
    return bucket;
  }
}

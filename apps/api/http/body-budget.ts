import { type Readable, Transform } from 'node:stream';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { JsonStructure } from './json-structure.js';

export interface BodyBudgetLimits {
  /** Bytes that all bodies in flight may have on this node. */
  node: number;
  /** Bytes that those of one organization may have of it. */
  organization: number;
}

/** The bytes of one body that are in memory. */
export interface BodyShare {
  /**
   * Sets a declared length aside of what the organization may have: its bodies that come at the same time would else all
   * be refused half way. It takes nothing from others.
   * @throws Rejection `concurrent_limit`; then nothing was set aside
   */
  declare(bytes: number): void;
  /**
   * Adds bytes that have come.
   * @throws Rejection `concurrent_limit`, `service_unavailable`
   */
  add(bytes: number): void;
  /**
   * Adds what is missing to so many bytes: what is made of a body may take more memory than the body did.
   * @throws as `add`
   */
  growTo(bytes: number): void;
  /** Gives all of it back; a second call changes nothing. */
  giveBack(): void;
}

/** Seconds after which others may have been answered. */
const retryAfter = 1;

/** Bounds the memory that bodies of requests take from their arrival to the response. */
export class BodyBudget {
  private readonly byOrganization = new Map<string, number>();
  private used = 0;

  constructor(private readonly limits: BodyBudgetLimits) {}

  /** Bytes in memory. */
  get bytes(): number {
    return this.used;
  }

  shareOf(organizationId: string): BodyShare {
    let setAside = 0;
    let held = 0;
    const setAsideMore = (bytes: number): void => {
      this.takeOfOrganization(organizationId, bytes);
      setAside += bytes;
    };
    const add = (bytes: number): void => {
      if (held + bytes > setAside) setAsideMore(held + bytes - setAside);
      if (this.used + bytes > this.limits.node) throw new Rejection('service_unavailable', { retryAfter });
      this.used += bytes;
      held += bytes;
    };
    return {
      declare: setAsideMore,
      add,
      growTo: (bytes) => {
        if (bytes > held) add(bytes - held);
      },
      giveBack: () => {
        this.releaseOfOrganization(organizationId, setAside);
        this.used -= held;
        setAside = 0;
        held = 0;
      },
    };
  }

  private takeOfOrganization(organizationId: string, bytes: number): void {
    const own = (this.byOrganization.get(organizationId) ?? 0) + bytes;
    if (own > this.limits.organization) {
      throw new Rejection('concurrent_limit', {
        message: 'Too many bytes of request bodies are in flight.',
        details: { limit_bytes: this.limits.organization, scope: 'organization' },
        retryAfter,
      });
    }
    this.byOrganization.set(organizationId, own);
  }

  private releaseOfOrganization(organizationId: string, bytes: number): void {
    if (bytes === 0) return;
    const own = (this.byOrganization.get(organizationId) ?? 0) - bytes;
    if (own > 0) this.byOrganization.set(organizationId, own);
    else this.byOrganization.delete(organizationId);
  }
}

/**
 * The body as it is read, each part added to the share: its bytes, or what is made of its structure if that is more. It
 * ends in the rejection of the part that does not fit, or that breaks a bound of the structure.
 */
export const countedInto = (share: BodyShare, body: Readable, structure?: JsonStructure): Readable => {
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      try {
        bytes += chunk.length;
        structure?.scan(chunk);
        share.growTo(Math.max(bytes, structure?.keptBytes ?? 0));
        done(null, chunk);
      } catch (error) {
        // What has come of it is dropped, and others go on with its place.
        share.giveBack();
        done(error as Error);
      }
    },
  });
  body.once('error', (error) => counted.destroy(error));
  // The rest is read and dropped, so that the caller gets its response.
  counted.once('error', () => body.unpipe(counted).resume());
  return body.pipe(counted);
};

import { Rejection } from '#libs/domain/errors/rejection.js';
import type { ResumeFrame } from '../client-frames.dto.js';
import type { ConnectionTranslations } from '../connection-translations.js';
import type { HeldTranslation } from '../held-translation.js';
import { streamScope } from '../stream-admission.js';
import type { StreamIdentity } from '../stream-identity.js';
import type { StreamRequest } from '../stream-request.js';
import { findFor, type TranslationHolder, takeOver } from '../stream-resumption.js';
import type { StreamServices } from '../stream-services.js';
import { nodeOf } from './connection-id.js';
import { ForwardedTranslation } from './forwarded-translation.js';

/** Maximum of translations that come from other nodes at a time. */
const maxForwarded = 16;

/** Finds other connections of this node. */
export interface OtherConnections {
  find(connectionId: string): TranslationHolder | undefined;
}

/** A `resume` frame that came over an authenticated connection. */
export interface Resumption {
  request: StreamRequest;
  wanted: ResumeFrame;
  identity: StreamIdentity;
  /** The connection that it came over. */
  connection: TranslationHolder;
  held: ConnectionTranslations;
  /** Whether that connection has closed. */
  isOver: () => boolean;
}

/** Finds the translations that callers resume: on this node, or on the node whose connection had them. */
export class Resumptions {
  constructor(
    private readonly services: Pick<StreamServices, 'admission' | 'links' | 'records'>,
    private readonly others: OtherConnections,
  ) {}

  /**
   * Takes a translation over from the connection that has it, to those of this one; undefined where the caller has left
   * meanwhile.
   * @throws Rejection
   */
  async take(resumption: Resumption): Promise<HeldTranslation | undefined> {
    const { request, wanted, identity, connection, held, isOver } = resumption;
    const holder = this.others.find(wanted.connection_id);
    // What has ended is sent again from memory, as often as it is asked for: each time as a request of its own.
    const { admission } = this.services;
    if (findFor(holder, identity, wanted.id)?.hasEnded === false) {
      await admission.admitKey(request, identity.keyHash, streamScope);
    } else {
      await admission.countRequest(request, identity.keyHash, streamScope);
    }
    if (isOver()) return undefined;
    if (holder !== connection && held.isInFlight(wanted.id)) throw new Rejection('conflict');
    const elsewhere = holder === undefined ? this.fromElsewhere(resumption) : undefined;
    const translation = elsewhere ?? takeOver(holder, identity, wanted);
    held.add(translation);
    return translation;
  }

  /**
   * The translation as another node may have it; undefined where this is the node that would.
   * @throws Rejection `concurrent_limit`
   */
  private fromElsewhere({ request, wanted, identity, held }: Resumption): ForwardedTranslation | undefined {
    const { connection_id: holderId, id } = wanted;
    const { organizationId, keyId } = identity;
    const { links, records } = this.services;
    const nodeId = nodeOf(holderId);
    if (links === undefined || nodeId === undefined || nodeId === links.nodeId) return undefined;
    if (held.running.filter((one) => one instanceof ForwardedTranslation).length >= maxForwarded) {
      throw new Rejection('concurrent_limit', { message: 'Too many translations of other nodes are being resumed.' });
    }
    return new ForwardedTranslation({
      ...{ links, owner: { organizationId, keyId }, id, heldAt: { nodeId, holderId }, requestId: request.id },
      refused: (rejection) => records.resumeRefused(request, rejection),
    });
  }
}

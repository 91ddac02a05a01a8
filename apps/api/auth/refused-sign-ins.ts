import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type KeyAccess, unknownUserId } from '#libs/application/key-access.js';
import type { RefusedRoute } from '#libs/application/text-usage/refusal-counts.js';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Refusals } from '../http/refusals.js';

/** A refusal leaves after a whole number of these, so that its time does not tell what it was refused for. */
const refusalStepMs = 250;

/** Refuses attempts to sign in. */
@Injectable()
export class RefusedSignIns {
  constructor(
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'record'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'subjectFor'>,
  ) {}

  /**
   * Records the refusal on each account, or organization, that the attempt was on, and waits for the next step: so no log tells
   * whether another organization has an account of the same address.
   * @throws the rejection, or what kept it from being recorded
   */
  async refuse(
    request: FastifyRequest,
    route: RefusedRoute,
    { refusedOn, rejection }: { refusedOn: readonly KeyAccess[]; rejection: Rejection },
  ): Promise<never> {
    const { id, params, caller } = request;
    const recorded = await Promise.all(
      refusedOn.map((access) => this.refusals.record({ id, params, caller: { ...caller, access } }, route, rejection)),
    );
    caller.access = refusedOn[0];
    caller.recorded = true;
    const spentMs = performance.now() - caller.startedAt;
    await sleep(refusalStepMs - (spentMs % refusalStepMs));
    throw recorded.find((one) => one !== rejection) ?? rejection;
  }

  /** Somebody whom no account of the organization is known of; undefined where there is no such organization. */
  async nobodyOf(organizationId: string): Promise<KeyAccess | undefined> {
    const { state } = await loadState(this.eventStore, organization, organizationId);
    if (state.status === 'none') return undefined;
    return {
      ...{ keyId: organizationId, organizationId, scopes: [], ipAllowlist: [], revoked: false, endsAt: undefined },
      ...{ tier: state.tier, organizationSuspended: state.status === 'suspended', userId: unknownUserId },
      subject: await this.subjectKeys.subjectFor(organizationId, unknownUserId),
      user: { accountId: '', sessionId: undefined, role: 'auditor', generation: 0, sessionEndsAt: undefined },
    };
  }
}

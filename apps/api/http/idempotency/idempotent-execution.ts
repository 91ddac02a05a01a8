import { Rejection } from '#libs/domain/errors/rejection.js';
import type { HeldExecution, StoredResponse } from '#libs/ports/idempotency/idempotency.port.js';
import { retentionOf } from './storable-responses.js';

export const usedForAnother = (): Rejection =>
  new Rejection('conflict', { message: 'The Idempotency-Key was used for another request.' });

/** A request that is executed under an idempotency key, as its handler sees it. */
export class IdempotentExecution {
  private isAnother = false;
  private rejection: Rejection | undefined;

  constructor(private readonly held: HeldExecution) {}

  /** The time at which the first attempt began. */
  get startedAt(): Date {
    return this.held.startedAt;
  }

  /** True when an earlier attempt may have done already what this one is about to do. */
  get isTakenOver(): boolean {
    return this.held.isTakenOver;
  }

  /**
   * Compares a body that the handler reads itself with that of the first attempt. Call it before the body has any
   * effect.
   * @throws Rejection `conflict` when an earlier attempt had another body
   */
  async assertBody(digest: Uint8Array): Promise<void> {
    if (await this.held.bodyIs(digest)) return;
    this.isAnother = true;
    throw usedForAnother();
  }

  refusedWith(rejection: Rejection): void {
    this.rejection = rejection;
  }

  /** Stores the response; call it before the response leaves. */
  async answered(answer: StoredResponse): Promise<void> {
    const fate = this.isAnother ? 'again' : retentionOf(answer.status, this.rejection);
    if (fate === 'keep') await this.held.complete(answer);
    else if (fate === 'forget') await this.held.forget();
    else await this.held.handBack();
  }
}

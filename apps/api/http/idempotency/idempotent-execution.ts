import { Rejection } from '#libs/domain/errors/rejection.js';
import type { HeldExecution, StoredAnswer } from '#libs/ports/idempotency/idempotency.port.js';
import { fateOf } from './lasting-answers.js';

export const usedForAnother = (): Rejection =>
  new Rejection('conflict', { message: 'The Idempotency-Key was used for another request.' });

/** A request that is executed under an idempotency key, as its handler sees it. */
export class IdempotentExecution {
  private isAnother = false;
  private rejection: Rejection | undefined;

  constructor(private readonly held: HeldExecution) {}

  /** When the first attempt began. */
  get startedAt(): Date {
    return this.held.startedAt;
  }

  /** An earlier attempt may have done what this one is about to do. */
  get isTakenOver(): boolean {
    return this.held.isTakenOver;
  }

  /**
   * For a body that is read by the handler: what it turned out to be. To be called before anything is done for it.
   * @throws Rejection `conflict` when an earlier attempt had another one
   */
  async assertBody(digest: Uint8Array): Promise<void> {
    if (await this.held.bodyIs(digest)) return;
    this.isAnother = true;
    throw usedForAnother();
  }

  refusedWith(rejection: Rejection): void {
    this.rejection = rejection;
  }

  /** Before the answer leaves. */
  async answered(answer: StoredAnswer): Promise<void> {
    const fate = this.isAnother ? 'again' : fateOf(answer.status, this.rejection);
    if (fate === 'keep') await this.held.complete(answer);
    else if (fate === 'forget') await this.held.forget();
    else await this.held.handBack();
  }
}

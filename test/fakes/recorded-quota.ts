import type { CharacterQuota } from '#libs/application/character-quota.port.js';
import { Rejection } from '#libs/domain/errors/rejection.js';

/** A quota that only remembers what was spent, or refuses everything; used up, it refuses before anything is asked. */
export class RecordedQuota implements CharacterQuota {
  readonly spent: object[] = [];
  isUsedUp = false;

  constructor(private readonly refusal?: Error) {}

  async assertLeft(): Promise<void> {
    if (this.isUsedUp) throw new Rejection('quota_exceeded');
  }

  async spend<T>(
    organization: Parameters<CharacterQuota['spend']>[0],
    characters: number,
    code: 'quota_exceeded',
    work: () => Promise<T>,
    options?: { isUnchecked?: boolean | undefined },
  ): Promise<T> {
    this.spent.push({ ...organization, characters, code, ...options });
    if (this.refusal !== undefined) throw this.refusal;
    return work();
  }
}

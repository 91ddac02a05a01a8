import type { CharacterQuota, SpendOptions } from '#libs/application/character-quota.port.js';
import { Rejection } from '#libs/domain/errors/rejection.js';

/**
 * A quota that only remembers what was spent, or refuses everything that is not spent; used up, it refuses before anything
 * is asked, but for executions that have reserved.
 */
export class RecordedQuota implements CharacterQuota {
  readonly spent: object[] = [];
  readonly reserved = new Set<string | undefined>();
  isUsedUp = false;

  constructor(private readonly refusal?: Error) {}

  async assertLeft(_organization: object, _code: string, { execution, isSpent }: SpendOptions = {}): Promise<void> {
    if (this.isUsedUp && !this.reserved.has(execution) && !(await isSpent?.())) throw new Rejection('quota_exceeded');
  }

  async spend<T>(
    organization: Parameters<CharacterQuota['spend']>[0],
    characters: number,
    code: 'quota_exceeded',
    work: () => Promise<T>,
    { execution, isSpent, isEstimate = false }: SpendOptions = {},
  ): Promise<T> {
    const named = execution === undefined ? {} : { execution };
    this.spent.push({ ...organization, characters, code, ...named, ...(isEstimate && { isEstimate }) });
    if (this.refusal !== undefined && !(await isSpent?.())) throw this.refusal;
    return work();
  }
}

import type { CharacterQuota } from '#libs/application/character-quota.port.js';

/** A quota that only remembers what was spent, or refuses everything. */
export class RecordedQuota implements CharacterQuota {
  readonly spent: object[] = [];

  constructor(private readonly refusal?: Error) {}

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

import type { KeyAccess } from './key-access.js';

/** The injection token of the process's quota. */
export const CHARACTER_QUOTA = Symbol('CharacterQuota');

/** The facts about a request that may be repeated, from which a quota knows what an earlier attempt has spent. */
export interface SpendOptions {
  /** Name of the execution, the same in each attempt: what one reserved and did not settle, the next takes over. */
  execution?: string | undefined;
  /** Whether the fact of an earlier attempt is in the log, and its characters are counted there: asked before a refusal. */
  isSpent?: (() => Promise<boolean>) | undefined;
  /** Whether the characters are an estimate, which the log replaces later. What it has of earlier ones is counted before. */
  isEstimate?: boolean;
}

/** Characters (code points) that an organization may have translated on a UTC day. */
export interface CharacterQuota {
  /**
   * Refuses work whose characters are not known yet, where not one is left for it and its execution has reserved none.
   * @throws Rejection `quota_exceeded`, `service_unavailable`
   */
  assertLeft(
    organization: Pick<KeyAccess, 'organizationId' | 'tier'>,
    code: 'quota_exceeded',
    options?: SpendOptions,
  ): Promise<void>;
  /**
   * Sets the characters aside while `work` writes the fact that uses them; work that fails costs nothing.
   * @throws Rejection `quota_exceeded`, `service_unavailable`; any error of `work`
   */
  spend<T>(
    organization: Pick<KeyAccess, 'organizationId' | 'tier'>,
    characters: number,
    code: 'quota_exceeded',
    work: () => Promise<T>,
    options?: SpendOptions,
  ): Promise<T>;
}

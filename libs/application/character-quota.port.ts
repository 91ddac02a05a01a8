import type { KeyAccess } from './key-access.js';

/** The injection token of the process's quota. */
export const CHARACTER_QUOTA = Symbol('CharacterQuota');

/** Characters (code points) that an organization may have translated on a UTC day. */
export interface CharacterQuota {
  /**
   * Refuses work whose characters are not known yet, where not one is left for it.
   * @throws Rejection `quota_exceeded`, `service_unavailable`
   */
  assertLeft(organization: Pick<KeyAccess, 'organizationId' | 'tier'>, code: 'quota_exceeded'): Promise<void>;
  /**
   * Sets the characters aside while `work` writes the fact that uses them; work that fails costs nothing.
   * `isUnchecked` counts without refusing: for a request that was admitted before, by a process that died.
   * @throws Rejection `quota_exceeded`, `service_unavailable`; any error of `work`
   */
  spend<T>(
    organization: Pick<KeyAccess, 'organizationId' | 'tier'>,
    characters: number,
    code: 'quota_exceeded',
    work: () => Promise<T>,
    options?: { isUnchecked?: boolean | undefined },
  ): Promise<T>;
}

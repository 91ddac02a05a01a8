import type { KeyAccess } from './key-access.js';

/** The token under which the process that counts characters provides its quota. */
export const CHARACTER_QUOTA = Symbol('CharacterQuota');

/** Characters (code points) that an organization may have translated on a UTC day. */
export interface CharacterQuota {
  /**
   * Sets the characters aside while `work` writes the fact that uses them; what fails costs nothing.
   * `isUnchecked` counts without refusing: for a request that has passed once, in a process that died.
   * @throws Rejection `quota_exceeded`, `service_unavailable`; whatever `work` throws
   */
  spend<T>(
    organization: Pick<KeyAccess, 'organizationId' | 'tier'>,
    characters: number,
    code: 'quota_exceeded',
    work: () => Promise<T>,
    options?: { isUnchecked?: boolean | undefined },
  ): Promise<T>;
}

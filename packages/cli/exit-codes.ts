/** How a run may end. `isRetryable`: the same command may succeed later, with nothing changed. */
export interface ExitKind {
  code: number;
  isRetryable: boolean;
  meaning: string;
}

/** The exit codes of every command. `docs/cli.md` has the same table. */
export const exits = {
  ok: { code: 0, isRetryable: false, meaning: 'Done.' },
  failed: { code: 1, isRetryable: true, meaning: 'The service had a fault that stayed, or a document failed.' },
  auth: { code: 2, isRetryable: false, meaning: 'The key is missing, wrong or revoked, or may not do this.' },
  rate: { code: 3, isRetryable: true, meaning: 'Too many requests: the service says when to come again.' },
  quota: { code: 4, isRetryable: false, meaning: 'The quota of the organization is used up.' },
  network: { code: 5, isRetryable: true, meaning: 'Nothing answers, or the connection broke or timed out.' },
  input: { code: 6, isRetryable: false, meaning: 'Wrong usage, or a file, text or value that is not accepted.' },
  config: { code: 7, isRetryable: false, meaning: 'There is no profile and no key, or a file of ours is wrong.' },
  check: { code: 8, isRetryable: false, meaning: 'A check of doctor failed.' },
  partial: { code: 12, isRetryable: true, meaning: 'Some files were translated, and others were not.' },
  proof: { code: 20, isRetryable: false, meaning: 'A proof is invalid: the file is not to be trusted.' },
  log: { code: 21, isRetryable: false, meaning: 'The log does not continue the one that was kept.' },
  gap: { code: 22, isRetryable: false, meaning: 'Messages of a webhook are gone before they were pulled.' },
  stale: { code: 23, isRetryable: true, meaning: 'Witnesses are missing, or were last asked too long ago.' },
} as const satisfies Record<string, ExitKind>;

export type ExitName = keyof typeof exits;

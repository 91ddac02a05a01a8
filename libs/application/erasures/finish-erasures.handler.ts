import type { ErasureCommand } from '#libs/domain/erasure/erasure.commands.js';
import { erasure } from '#libs/domain/erasure/erasure.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { pause } from '#libs/platform/async/pause.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import {
  KeysNotPurgedError,
  type SubjectKeys,
  type SubjectType,
} from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { AFFECTED_ENTRIES, type AffectedEntries } from './affected-entries.port.js';
import { destroySubject } from './destroy-subject.js';
import { OPENED_FILES, type OpenedFiles } from './opened-files.port.js';

/** An erasure that was requested, with the metadata of what is recorded of it. */
export interface UnfinishedErasure {
  erasureId: string;
  subjectType: SubjectType;
  subject: string;
  metadata: EventMetadata;
}

/** Finishes erasures, all with one purge of the accounts and the key store. One with a file that is still being written is left. */
export class FinishErasures extends Command<void> {
  /** @param erasures the oldest first */
  constructor(readonly erasures: readonly UnfinishedErasure[]) {
    super();
  }
}

/** Milliseconds after which no process opens what a key sealed that was destroyed: `SubjectKeys` says so. */
const noticedMs = 2_000;

/** PostgreSQL's `lock_not_available`: somebody reads the keys for long, as a dump does. */
const lockNotAvailable = '55P03';

const isBusy = (error: unknown): boolean =>
  error instanceof KeysNotPurgedError || errorCodeOf(error) === lockNotAvailable;

@handles(FinishErasures, EVENT_STORE, SUBJECT_KEYS, KEY_VAULT, ACCOUNTS, AFFECTED_ENTRIES, OPENED_FILES)
export class FinishErasuresHandler implements CommandHandler<FinishErasures> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'destroy' | 'purge'>,
    private readonly keyVault: Pick<DataKeys, 'destroy'>,
    private readonly accounts: Pick<Accounts, 'purge'>,
    private readonly entries: AffectedEntries,
    private readonly files: OpenedFiles,
  ) {}

  /** @throws an error of the key store, other than that it is busy, once the failure is in the log; one of the files */
  async execute({ erasures }: FinishErasures): Promise<void> {
    if (erasures.length === 0) return;
    const isDestroyed = await this.onKeyStore(erasures, async () => {
      await this.destroy(erasures);
      await pause(noticedMs);
      // Once more: an answer that was made of opened values in between has been kept under a new key.
      await this.destroy(erasures);
    });
    if (!isDestroyed) return;
    const { removed, faults } = await this.removeFiles(erasures);
    const isPurged =
      removed.length > 0 &&
      (await this.onKeyStore(removed, async () => {
        // Before the keys, with which the log of the database goes.
        await this.accounts.purge();
        await this.subjectKeys.purge();
      }));
    if (isPurged) for (const each of removed) await this.complete(each);
    if (faults.length > 0) throw faults[0];
  }

  private async onKeyStore(erasures: readonly UnfinishedErasure[], work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const failure = isBusy(error) ? 'key_store_busy' : 'key_store_failed';
      for (const each of erasures) {
        await this.record(each, { type: 'FailErasure', failure, now: each.metadata.occurredAt });
      }
      if (isBusy(error)) return false;
      throw error;
    }
  }

  /**
   * Those whose files are gone: once for all erasures of an organization, in the name of the newest. Files that cannot be removed now
   * hold up the erasures of their organization alone.
   */
  private async removeFiles(
    erasures: readonly UnfinishedErasure[],
  ): Promise<{ removed: UnfinishedErasure[]; faults: unknown[] }> {
    const removed: UnfinishedErasure[] = [];
    const faults: unknown[] = [];
    for (const ofOrganization of Map.groupBy(erasures, ({ metadata }) => metadata.organizationId).values()) {
      const newest = ofOrganization.at(-1);
      if (newest === undefined) continue;
      try {
        if (await this.files.remove(newest)) removed.push(...ofOrganization);
      } catch (error) {
        faults.push(error);
      }
    }
    return { removed, faults };
  }

  private async complete(erasure: UnfinishedErasure): Promise<void> {
    const { subjectType, subject, metadata } = erasure;
    const entriesAffected = await this.entries.count(metadata.organizationId, subjectType, subject);
    await this.record(erasure, { type: 'CompleteErasure', entriesAffected, now: metadata.occurredAt });
  }

  private async destroy(erasures: readonly UnfinishedErasure[]): Promise<void> {
    for (const { subject, metadata } of erasures) {
      await destroySubject(this.subjectKeys, this.keyVault, { organizationId: metadata.organizationId, subject });
    }
  }

  private async record({ erasureId, metadata }: UnfinishedErasure, command: ErasureCommand): Promise<void> {
    const commandId = `${erasureId}/${command.type}/${metadata.occurredAt}`;
    await execute(this.eventStore, erasure, erasureId, command, { commandId, metadata });
  }
}

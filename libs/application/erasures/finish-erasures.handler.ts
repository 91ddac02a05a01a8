import type { ErasureCommand } from '#libs/domain/erasure/erasure.commands.js';
import { erasure } from '#libs/domain/erasure/erasure.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
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

/** An erasure that was requested, with the metadata of what is recorded of it. */
export interface UnfinishedErasure {
  erasureId: string;
  subjectType: SubjectType;
  subject: string;
  metadata: EventMetadata;
}

/** Finishes erasures, all with one purge of the accounts and the key store. */
export class FinishErasures extends Command<void> {
  constructor(readonly erasures: readonly UnfinishedErasure[]) {
    super();
  }
}

/** PostgreSQL's `lock_not_available`: somebody reads the keys for long, as a dump does. */
const lockNotAvailable = '55P03';

const isBusy = (error: unknown): boolean =>
  error instanceof KeysNotPurgedError || errorCodeOf(error) === lockNotAvailable;

@handles(FinishErasures, EVENT_STORE, SUBJECT_KEYS, KEY_VAULT, ACCOUNTS, AFFECTED_ENTRIES)
export class FinishErasuresHandler implements CommandHandler<FinishErasures> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'destroy' | 'purge'>,
    private readonly keyVault: Pick<DataKeys, 'destroy'>,
    private readonly accounts: Pick<Accounts, 'purge'>,
    private readonly entries: AffectedEntries,
  ) {}

  /** @throws an error of the key store, other than that it is busy, once the failure is in the log */
  async execute({ erasures }: FinishErasures): Promise<void> {
    if (erasures.length === 0) return;
    try {
      for (const { subject, metadata } of erasures) {
        await destroySubject(this.subjectKeys, this.keyVault, { organizationId: metadata.organizationId, subject });
      }
      // Before the keys, with which the log of the database goes.
      await this.accounts.purge();
      await this.subjectKeys.purge();
    } catch (error) {
      const failure = isBusy(error) ? 'key_store_busy' : 'key_store_failed';
      for (const each of erasures) {
        await this.record(each, { type: 'FailErasure', failure, now: each.metadata.occurredAt });
      }
      if (isBusy(error)) return;
      throw error;
    }
    for (const each of erasures) {
      const { subjectType, subject, metadata } = each;
      const entriesAffected = await this.entries.count(metadata.organizationId, subjectType, subject);
      await this.record(each, { type: 'CompleteErasure', entriesAffected, now: metadata.occurredAt });
    }
  }

  private async record({ erasureId, metadata }: UnfinishedErasure, command: ErasureCommand): Promise<void> {
    const commandId = `${erasureId}/${command.type}/${metadata.occurredAt}`;
    await execute(this.eventStore, erasure, erasureId, command, { commandId, metadata });
  }
}

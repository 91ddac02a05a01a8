import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import type { Command, Commands } from './commands.js';
import { directCommands } from './direct-commands.js';
import { operatorMetadata } from './operator-metadata.js';

interface Ports {
  eventStore: EventStore;
  subjectKeys: SubjectKeys;
  keyVault: KeyVault;
  accounts: Accounts;
}

/** A bus for what an operator does: a command brings its handler, which is beside it. */
export const operatorCommands = ({ eventStore, subjectKeys, keyVault, accounts }: Ports): Commands =>
  directCommands([
    [EVENT_STORE, eventStore],
    [SUBJECT_KEYS, subjectKeys],
    [KEY_VAULT, keyVault],
    [ACCOUNTS, accounts],
  ]);

/** Sends a command on an organization or a key in the operator's name. */
export const sendAsOperator = async <Result>(
  ports: Ports,
  { organizationId, userAgent }: { organizationId: string; userAgent: string },
  commandWith: (metadata: EventMetadata) => Command<Result>,
): Promise<Result> =>
  operatorCommands(ports).execute(commandWith(await operatorMetadata(ports.subjectKeys, organizationId, userAgent)));

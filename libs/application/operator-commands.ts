import type { Command } from '@nestjs/cqrs';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { AdministrationModule } from './administration.module.js';
import { type OpenCommandBus, openCommandBus } from './open-command-bus.js';
import { operatorMetadata } from './operator-metadata.js';

interface Ports {
  eventStore: EventStore;
  subjectKeys: SubjectKeys;
  keyVault: KeyVault;
  accounts: Accounts;
}

/** Opens a bus to the handlers of all that an operator does. */
export const openOperatorBus = ({ eventStore, subjectKeys, keyVault, accounts }: Ports): Promise<OpenCommandBus> =>
  openCommandBus(AdministrationModule, [
    { provide: EVENT_STORE, useValue: eventStore },
    { provide: SUBJECT_KEYS, useValue: subjectKeys },
    { provide: KEY_VAULT, useValue: keyVault },
    { provide: ACCOUNTS, useValue: accounts },
  ]);

/** Sends a command on an organization or a key in the operator's name. */
export const sendAsOperator = async <Result>(
  ports: Ports,
  { organizationId, userAgent }: { organizationId: string; userAgent: string },
  commandWith: (metadata: EventMetadata) => Command<Result>,
): Promise<Result> => {
  const commands = await openOperatorBus(ports);
  try {
    return await commands.execute(commandWith(await operatorMetadata(ports.subjectKeys, organizationId, userAgent)));
  } finally {
    await commands.close();
  }
};

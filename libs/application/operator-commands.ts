import type { Command } from '@nestjs/cqrs';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { AdministrationModule } from './administration.module.js';
import { openCommandBus } from './open-command-bus.js';
import { operatorMetadata } from './operator-metadata.js';

interface Ports {
  eventStore: EventStore;
  subjectKeys: SubjectKeys;
}

/** Sends a command on an organization or a key in the operator's name. */
export const sendAsOperator = async <Result>(
  { eventStore, subjectKeys }: Ports,
  { organizationId, userAgent }: { organizationId: string; userAgent: string },
  commandWith: (metadata: EventMetadata) => Command<Result>,
): Promise<Result> => {
  const commands = await openCommandBus(AdministrationModule, [
    { provide: EVENT_STORE, useValue: eventStore },
    { provide: SUBJECT_KEYS, useValue: subjectKeys },
  ]);
  try {
    return await commands.execute(commandWith(await operatorMetadata(subjectKeys, organizationId, userAgent)));
  } finally {
    await commands.close();
  }
};

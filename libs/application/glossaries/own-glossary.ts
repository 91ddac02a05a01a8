import { Rejection } from '#libs/domain/errors/rejection.js';
import type { GlossaryCommand } from '#libs/domain/glossary/glossary.commands.js';
import { type Glossary, glossary } from '#libs/domain/glossary/glossary.decider.js';
import type { GlossaryEvent, GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { upcast } from '#libs/domain/upcasting.js';
import { type Execution, execute, streamName } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

/** Reads the newest event of the stream alone: it holds the whole state, in every process as soon as it is written. */
const newestEvent = async (store: EventStore, id: string): Promise<GlossaryEvent | undefined> => {
  const options = { direction: 'backwards', limit: 1 } as const;
  for await (const recorded of store.readStream(streamName(glossary.category, id), options)) {
    return upcast(recorded) as GlossaryEvent;
  }
  return undefined;
};

/**
 * The glossary as it is now. One of another organization counts as missing.
 * @throws Rejection `glossary_not_found`
 */
export const newestVersion = async (
  store: EventStore,
  organizationId: string,
  id: string,
): Promise<GlossaryVersion> => {
  const event = isId(id, 'glo') ? await newestEvent(store, id) : undefined;
  if (event === undefined || event.type === 'GlossaryDeleted' || event.data.organizationId !== organizationId) {
    throw new Rejection('glossary_not_found');
  }
  return event.data;
};

/** Runs a command on a glossary of the caller's organization. */
export const executeOnOwnGlossary = async (
  store: EventStore,
  id: string,
  command: GlossaryCommand,
  metadata: EventMetadata,
): Promise<Execution<Glossary, GlossaryEvent>> => {
  if (!isId(id, 'glo')) throw new Rejection('glossary_not_found');
  const check = (state: Glossary): void => {
    if (state.status !== 'active' || state.newest.organizationId !== metadata.organizationId) {
      throw new Rejection('glossary_not_found');
    }
  };
  return execute(store, glossary, id, command, { commandId: metadata.requestId, metadata, check });
};

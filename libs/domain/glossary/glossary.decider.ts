import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { GlossaryCommand } from './glossary.commands.js';
import type { GlossaryEvent, GlossaryVersion } from './glossary.events.js';

/** Versions whose entries are kept, the newest included: a waiting document is translated with the one it was given. */
export const keptVersions = 20;

export type Glossary =
  | { status: 'none' }
  | { status: 'deleted' }
  | {
      status: 'active';
      newest: GlossaryVersion;
      /** Blob ids of the kept versions, the oldest first. */
      blobIds: string[];
    };

type ActiveGlossary = Extract<Glossary, { status: 'active' }>;

const existing = (glossary: Glossary): ActiveGlossary => {
  if (glossary.status !== 'active') throw new Rejection('glossary_not_found');
  return glossary;
};

const assertExpected = (version: number, expected: readonly number[] | undefined): void => {
  if (expected === undefined || expected.includes(version)) return;
  throw new Rejection('conflict', {
    status: 412,
    message: `The glossary is in version ${version}, and another one was expected.`,
    details: { version },
  });
};

const decide = (command: GlossaryCommand, glossary: Glossary): GlossaryEvent[] => {
  switch (command.type) {
    case 'CreateGlossary': {
      if (glossary.status !== 'none') throw new Rejection('conflict', { message: 'The glossary exists already.' });
      const { type: _, entries, now, ...facts } = command;
      return [{ type: 'GlossaryCreated', data: { ...facts, ...entries, version: 1, createdAt: now, updatedAt: now } }];
    }
    case 'ReplaceGlossaryEntries': {
      const { newest, blobIds } = existing(glossary);
      assertExpected(newest.version, command.expectedVersions);
      return [
        {
          type: 'GlossaryEntriesReplaced',
          data: {
            ...newest,
            ...command.entries,
            version: newest.version + 1,
            updatedAt: command.now,
            droppedBlobIds: blobIds.slice(0, Math.max(0, blobIds.length + 1 - keptVersions)),
          },
        },
      ];
    }
    case 'DeleteGlossary': {
      const { newest, blobIds } = existing(glossary);
      assertExpected(newest.version, command.expectedVersions);
      const { glossaryId, organizationId } = newest;
      return [{ type: 'GlossaryDeleted', data: { glossaryId, organizationId, blobIds, deletedAt: command.now } }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (glossary: Glossary, event: GlossaryEvent): Glossary => {
  switch (event.type) {
    case 'GlossaryCreated':
      return { status: 'active', newest: event.data, blobIds: [event.data.blobId] };
    case 'GlossaryEntriesReplaced': {
      if (glossary.status !== 'active') return glossary;
      const { droppedBlobIds, ...newest } = event.data;
      const kept = glossary.blobIds.filter((blobId) => !droppedBlobIds.includes(blobId));
      return { status: 'active', newest, blobIds: [...kept, newest.blobId] };
    }
    case 'GlossaryDeleted':
      return { status: 'deleted' };
    default:
      return assertNever(event);
  }
};

export const glossary: Decider<GlossaryCommand, GlossaryEvent, Glossary> = {
  category: 'glossary',
  initialState: { status: 'none' },
  decide,
  evolve,
};

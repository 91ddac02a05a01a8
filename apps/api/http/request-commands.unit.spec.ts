import { beforeEach, describe, expect, it } from 'vitest';
import type { Commands } from '#libs/application/commands.js';
import { Command } from '#libs/application/commands.js';
import { RecordedButUnfinishedError } from '#libs/application/recorded-but-unfinished.errors.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { RequestCommands } from './request-commands.js';

class Act extends Command<string> {
  constructor(readonly metadata: EventMetadata) {
    super();
  }
}

let subjectKeys: InMemorySubjectKeys;
let sent: unknown[];

beforeEach(() => {
  subjectKeys = new InMemorySubjectKeys();
  sent = [];
});

/** A request whose command ends as `handle` does. */
const sending = async (handle: () => Promise<unknown>) => {
  const { organizationId, userId } = accessOfKey();
  const access = accessOfKey({ subject: await subjectKeys.subjectFor(organizationId, userId) });
  const request = requestOf({}, { access });
  const bus: Commands = {
    execute: async <Result>(command: Command<Result>) => {
      sent.push(command);
      return (await handle()) as Result;
    },
  };
  const recorder = new ActRecorder(
    new DayStreamWriter({ eventStore: new InMemoryEventStore(), processId: 'test' }),
    subjectKeys,
  );
  const commands = new RequestCommands(bus, recorder);
  return { request, access, response: commands.send(request, (metadata) => new Act(metadata)) };
};

describe('a command that a request sends', () => {
  it('a command carries the caller, and its result is returned', async () => {
    const { request, access, response } = await sending(async () => 'done');
    expect(await response).toBe('done');
    expect(sent).toMatchObject([
      {
        metadata: {
          organizationId: access.organizationId,
          actorType: 'api_key',
          keyId: access.keyId,
          subject: access.subject,
          requestId: request.id,
        },
      },
    ]);
  });

  it('a command marks the request when its act is in the log', async () => {
    const { request, response } = await sending(async () => 'done');
    await response;
    expect(request.caller.recorded).toBe(true);
  });

  it('a refused command does not mark the request', async () => {
    const { request, response } = await sending(() => Promise.reject(new Rejection('conflict')));
    await expect(response).rejects.toBeInstanceOf(Rejection);
    expect(request.caller.recorded).toBe(false);
  });

  it('a command whose work after its events fails rejects, and marks that its events are in the log', async () => {
    const fault = new Error('the blob store is away');
    const { request, response } = await sending(() => Promise.reject(new RecordedButUnfinishedError(fault)));
    await expect(response).rejects.toBe(fault);
    expect(request.caller.recorded).toBe(true);
  });
});

import { beforeEach, expect, it } from 'vitest';
import { RecordInstalledModelHandler } from '#libs/application/models/record-installed-model.handler.js';
import { RecordRemovedModelHandler } from '#libs/application/models/record-removed-model.handler.js';
import { installedModel } from '#libs/domain/model/installed-model.fixture.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { EngineModel } from '#libs/ports/inference/inference.port.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { recordModels } from './model-recorder.js';

const { modelSha256, modelId, ...facts } = installedModel();
const since = '2026-11-28T08:00:00.000Z';
const tiny: EngineModel = {
  ...facts,
  id: modelId,
  sha256: modelSha256,
  qualities: ['fast', 'balanced', 'quality'],
  since,
};
const ruleBased: EngineModel = { ...tiny, id: 'apertium-eng-spa', engine: 'apertium', sha256: null, sizeBytes: null };

let eventStore: InMemoryEventStore;
let found: EngineModel[] | undefined;
let clock: number;
beforeEach(() => {
  eventStore = new InMemoryEventStore();
  found = [tiny, ruleBased];
  clock = Date.parse('2026-11-29T08:00:00.000Z');
});

/** A worker. Its read model has passed all that is in the log, unless it is said to lag. */
const worker = ({ lags = false } = {}) => {
  const present = async () => {
    const installed = new Set<string>();
    for (const { type, data } of lags ? [] : eventStore.events) {
      if (type === 'ModelInstalled') installed.add(String(data.modelSha256));
      if (type === 'ModelRemoved') installed.delete(String(data.modelSha256));
    }
    return [...installed];
  };
  const models = async () => {
    if (found === undefined) throw new ModelUnavailableError('away');
    return found;
  };
  const [installing, removing] = [
    new RecordInstalledModelHandler(eventStore),
    new RecordRemovedModelHandler(eventStore),
  ];
  const execute = (command: object) =>
    'model' in command ? installing.execute(command as never) : removing.execute(command as never);
  const { handle } = recordModels({
    inference: { models },
    models: { present },
    commands: { execute } as never,
    now: () => new Date(clock),
  });
  const { signal } = new AbortController();
  return { round: () => handle({ signal } as never) };
};

const written = () => eventStore.events.map(({ type }) => type);

it('a model with weights is recorded once, in its stream, of no organization, whatever other workers do', async () => {
  const [first, second] = [worker(), worker({ lags: true })];
  await Promise.all([first.round(), second.round()]);
  await first.round();
  await second.round();
  expect(written()).toEqual(['ModelInstalled']);
  const [event] = eventStore.events;
  expect(event?.stream).toBe(`model-${modelSha256}`);
  expect(event?.data).toEqual({ ...installedModel(), installedAt: since });
  expect(event?.metadata).toMatchObject({ organizationId: null, actorType: 'operator', keyId: null });
});

it('a model is removed when it was missing for a minute, and may be installed again', async () => {
  const { round } = worker();
  await round();
  found = [ruleBased];
  for (let second = 0; second < 60; second += 10) {
    await round();
    clock += 10_000;
  }
  expect(written()).toEqual(['ModelInstalled']);
  await round();
  await round();
  expect(written()).toEqual(['ModelInstalled', 'ModelRemoved']);
  found = [tiny];
  await round();
  expect(written()).toEqual(['ModelInstalled', 'ModelRemoved', 'ModelInstalled']);
});

it('an engine that is away, and a model that was there in between, remove nothing', async () => {
  const { round } = worker();
  await round();
  for (const models of [[], undefined, [], [tiny], []]) {
    found = models;
    await round();
    clock += 50_000;
    await round();
  }
  expect(written()).toEqual(['ModelInstalled']);
});

it('a model whose files are not known is not recorded', async () => {
  const { files: _, ...unknown } = tiny;
  found = [unknown];
  await worker().round();
  expect(written()).toEqual([]);
});

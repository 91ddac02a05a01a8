import { it } from 'vitest';
import { installedModel } from '#libs/domain/model/installed-model.fixture.js';
import { model } from '#libs/domain/model/model.decider.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { installationMetadata } from './installation-metadata.js';
import { RecordRemovedModel, RecordRemovedModelHandler } from './record-removed-model.handler.js';

const facts = installedModel();
const now = '2026-11-29T08:00:00.000Z';
const { given } = handlerSpecification(({ eventStore }) => new RecordRemovedModelHandler(eventStore));

it('a model that was removed is recorded in its own stream, once', () =>
  given(stream(model, facts.modelSha256, { type: 'ModelInstalled', data: { ...facts, installedAt: now } }))
    .when(new RecordRemovedModel(facts.modelSha256, installationMetadata(new Date(now))))
    .thenOnce({ type: 'ModelRemoved', data: { modelId: 'marian-en-de-tiny', removedAt: now } }));

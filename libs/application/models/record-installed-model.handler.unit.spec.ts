import { it } from 'vitest';
import { installedModel } from '#libs/domain/model/installed-model.fixture.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { installationMetadata } from './installation-metadata.js';
import { RecordInstalledModel, RecordInstalledModelHandler } from './record-installed-model.handler.js';

const now = '2026-11-29T08:00:00.000Z';
const { given } = handlerSpecification(({ eventStore }) => new RecordInstalledModelHandler(eventStore));

it('a model that was installed is recorded in its own stream, once', () =>
  given()
    .when(new RecordInstalledModel(installedModel(), now, installationMetadata(new Date())))
    .thenOnce({ type: 'ModelInstalled', data: { modelId: 'marian-en-de-tiny', installedAt: now } }));

import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { installedModel } from './installed-model.fixture.js';
import { model } from './model.decider.js';
import type { ModelEvent } from './model.events.js';

const facts = installedModel();
const { modelSha256, modelId } = facts;
const now = '2026-11-29T08:00:00.000Z';
const install = { type: 'RecordInstalledModel', model: facts, installedAt: now } as const;
const remove = { type: 'RecordRemovedModel', now } as const;
const installed: ModelEvent = { type: 'ModelInstalled', data: { ...facts, installedAt: now } };
const removed: ModelEvent = { type: 'ModelRemoved', data: { modelSha256, modelId, removedAt: now } };

describe('model', () => {
  it('a model is installed once, whichever node says it, and again after it was removed', () => {
    given(model, []).when(install).then([installed]);
    given(model, [installed]).when(install).then([]);
    given(model, [installed, removed]).when(install).then([installed]);
  });

  it('a model is removed once, and only where it was installed', () => {
    given(model, []).when(remove).then([]);
    given(model, [installed]).when(remove).then([removed]);
    given(model, [installed, removed]).when(remove).then([]);
  });
});

import { beforeEach, expect, it } from 'vitest';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { organizationCreated, organizationId } from '#test/fakes/organization-events.js';
import {
  ChangeOrganizationSettings,
  ChangeOrganizationSettingsHandler,
} from './change-organization-settings.handler.js';
import { retentionMs } from './retention.js';

const day = 24 * 60 * 60 * 1_000;
let eventStore: InMemoryEventStore;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  const events = toNewEvents('created', [organizationCreated], uploaderMetadata);
  await eventStore.append(streamName(organization.category, organizationId), events, 'no-stream');
});

const keep = (documents: string | null) =>
  new ChangeOrganizationSettingsHandler(eventStore).execute(
    new ChangeOrganizationSettings(
      { retention: { documents } },
      { ...uploaderMetadata, requestId: `req_${documents}` },
    ),
  );
const retention = () => retentionMs(eventStore, organizationId, 'documents', 7 * day);

it('documents are kept as long as the operator set, until the organization sets less', async () => {
  expect(await retention()).toBe(7 * day);
  await keep('P1DT12H');
  expect(await retention()).toBe(1.5 * day);
  await keep(null);
  expect(await retention()).toBe(7 * day);
});

it('documents are never kept longer than the operator set, who may have set less since', async () => {
  await keep('P30D');
  expect(await retention()).toBe(7 * day);
});

it('documents of an organization without a stream of its own are kept as the operator set', async () => {
  expect(await retentionMs(eventStore, 'org_2', 'documents', day)).toBe(day);
});

it('reports have a retention of their own', async () => {
  await keep('P1D');
  expect(await retentionMs(eventStore, organizationId, 'reports', 30 * day)).toBe(30 * day);
});

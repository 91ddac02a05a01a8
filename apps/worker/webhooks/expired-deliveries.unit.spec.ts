import { beforeEach, describe, expect, it } from 'vitest';
import { organization } from '#libs/domain/organization/organization.decider.js';
import type { OrganizationEvent } from '#libs/domain/organization/organization.events.js';
import { initialSettings } from '#libs/domain/organization/organization-settings.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { OrganizationEntity } from '#projections/organizations/organization.entity.js';
import type {
  ExpiredPulledDelivery,
  WebhookDeliveryQueries,
} from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { organizationCreated } from '#test/fakes/organization-events.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { webhookCreated, webhookId } from '#test/fakes/webhook-events.js';
import { sweepExpiredDeliveries } from './expired-deliveries.js';

const { organizationId } = uploaderMetadata;
const day = 24 * 60 * 60_000;
type Asked = Parameters<WebhookDeliveryQueries['expired']>[0];

const changed = (webhookDeliveries: string | null): OrganizationEvent => ({
  type: 'OrganizationSettingsChanged',
  data: {
    ...{ organizationId, changes: { retention: { webhookDeliveries } } },
    ...{ previous: initialSettings('Acme'), changedAt: '2026-11-21T08:00:00.000Z' },
  },
});

let eventStore: InMemoryEventStore;
let due: string[];
let duePulled: ExpiredPulledDelivery[];
let asked: Asked[];
let visible: boolean;
let allowed: boolean;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  due = ['whd_1', 'whd_2'];
  duePulled = [];
  asked = [];
  visible = true;
  allowed = true;
  const stream = streamName(organization.category, organizationId);
  await eventStore.append(stream, toNewEvents('create', [organizationCreated], uploaderMetadata), 'no-stream');
  const setter = { ...uploaderMetadata, requestId: 'req_who_set_it' };
  await eventStore.append(stream, toNewEvents('set', [changed('P14D')], setter), 0);
  const name: OrganizationEvent = {
    type: 'OrganizationSettingsChanged',
    data: {
      organizationId,
      changes: { name: 'A' },
      previous: initialSettings('Acme'),
      changedAt: '2026-11-21T09:00:00.000Z',
    },
  };
  await eventStore.append(stream, toNewEvents('name', [name], uploaderMetadata), 1);
});

const sweep = (webhookDeliveries: string | null = 'P14D', job = jobOf({})) => {
  const retention = { documents: null, reports: null, webhookDeliveries };
  const deliveries = {
    expired: async (wanted: Asked) => {
      asked.push(wanted);
      const from = wanted.after === undefined ? 0 : due.indexOf(wanted.after.id) + 1;
      return due.slice(from, from + wanted.limit).map((id) => ({ id, created_at: '2026-11-01T08:00:00.000Z' }));
    },
    expiredPulled: async ({ after, limit }: { after: { id: string } | undefined; limit: number }) => {
      const from = after === undefined ? 0 : duePulled.findIndex(({ id }) => id === after.id) + 1;
      return duePulled.slice(from, from + limit);
    },
  };
  return sweepExpiredDeliveries({
    ...{ eventStore, commands: backgroundCommandsOn(eventStore), deliveries },
    organizations: { list: async () => [{ id: organizationId, retention } as OrganizationEntity] },
    progress: { waitFor: async () => visible },
    removals: { areAllowed: async () => allowed },
  }).handle(job);
};
const removals = () => eventStore.events.filter(({ type }) => type === 'WebhookDeliveriesRemoved');

describe('the retention of webhook deliveries', () => {
  it('nothing is removed while the log is not the one that its readers have passed', async () => {
    allowed = false;
    await sweep();
    expect(removals()).toEqual([]);
    allowed = true;
    await sweep();
    expect(removals()).toHaveLength(1);
  });

  it('what is kept no longer is removed once, in the name of who set how long it is kept', async () => {
    await sweep();
    await sweep();
    expect(removals()).toMatchObject([
      {
        data: { organizationId, deliveryIds: ['whd_1', 'whd_2'], retention: 'P14D' },
        metadata: { actorType: 'system', requestId: 'req_who_set_it' },
      },
    ]);
    expect(Date.parse(asked[0]?.scheduledBefore ?? '')).toBeLessThanOrEqual(Date.now() - 14 * day);
    expect(Date.parse(asked[0]?.judgedFrom ?? '')).toBeLessThanOrEqual(Date.now() - 10 * day);
  });

  it('an organization that set nothing keeps all, and nothing is asked of it', async () => {
    await sweep(null);
    expect([removals(), asked]).toEqual([[], []]);
  });

  it('what is pulled is removed after 7 days whatever is set, in the name of who made its webhook', async () => {
    const other = 'whk_01KAH3W7J4B2X8Y6Z5V9T0S1R3';
    for (const id of [webhookId, other]) {
      const created = { ...webhookCreated, data: { ...webhookCreated.data, webhookId: id, delivery: 'pull' as const } };
      const maker = { ...uploaderMetadata, requestId: `req_${id}` };
      await eventStore.append(streamName(webhook.category, id), toNewEvents(id, [created], maker), 'no-stream');
    }
    const pulled = (id: string, webhook_id: string) => ({ id, webhook_id, created_at: '2026-11-01T08:00:00.000Z' });
    duePulled = [pulled('whd_1', webhookId), pulled('whd_2', other), pulled('whd_3', webhookId)];
    await sweep(null);
    await sweep(null);
    expect(removals()).toMatchObject([
      { data: { deliveryIds: ['whd_1', 'whd_3'], retention: 'P7D' }, metadata: { requestId: `req_${webhookId}` } },
      { data: { deliveryIds: ['whd_2'] }, metadata: { actorType: 'system', requestId: `req_${other}` } },
    ]);
  });

  it('where nothing is due nothing is recorded', async () => {
    due = [];
    await sweep();
    expect(removals()).toEqual([]);
  });

  it('many are removed in batches of a thousand, until none is left', async () => {
    due = Array.from({ length: 2_500 }, (_, number) => `whd_${number}`);
    await sweep();
    const batches = removals().map(({ data }) => data.deliveryIds as string[]);
    expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(batches.flat()).toEqual(due);
  });

  it('where the read models are late nothing is removed: a hold may have been placed', async () => {
    visible = false;
    await expect(sweep()).rejects.toThrow('Not yet at the event');
    expect(removals()).toEqual([]);
  });

  it('an aborted sweep stops between two batches', async () => {
    const job = { ...jobOf({}), signal: AbortSignal.abort(new Error('stopping')) };
    await expect(sweep('P14D', job)).rejects.toThrow('stopping');
    expect(removals()).toEqual([]);
  });
});

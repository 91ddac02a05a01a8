import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { webhookDeliveries } from '../webhook-deliveries/webhook-deliveries.projection.js';
import { webhooks } from '../webhooks/webhooks.projection.js';
import { toldEvents } from './told-events.projection.js';
import { ToldEventQueries } from './told-events.queries.js';

const log = new EventLog();
const start = '2026-11-21T10:00:00.000Z';
const always = { from: '2026-11-21T00:00:00.000Z', until: '2026-11-22T00:00:00.000Z' };

const created = (webhookId: string, events: WebhookEventName[], createdAt = start, organizationId = 'org_a') =>
  log.event('WebhookCreated', { webhookId, organizationId, targetRef: 'ref_1', events, createdAt });
const expiring = (stream: string, organizationId = 'org_a') =>
  log.event(
    'CertificationExpiring',
    {
      organizationId,
      standard: 'ISO 27001',
      expiresAt: start,
      daysLeft: 7,
      nextNoticeAt: null,
      noticedAt: start,
    },
    { stream, revision: 3, organizationId },
  );
const reported = (stream: string) =>
  log.event(
    'ReportCompleted',
    {
      reportId: 'rep_1',
      organizationId: 'org_a',
      reportType: 'usage',
      format: 'json',
      blobId: 'blob',
      sizeBytes: 1,
      sha256: 'ab',
      treeSize: 1,
      completedAt: start,
      expiresAt: start,
    },
    { stream },
  );

describe('events that subscriptions are told of', () => {
  let fixture: ReadModelFixture;
  let queries: ToldEventQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new ToldEventQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('told_event', 'webhook', 'webhook_delivery'));

  const given = (...events: Parameters<ReadModelFixture['given']>[1]) =>
    fixture.given([webhooks, webhookDeliveries, toldEvents], events);

  it('an event is listed with the webhooks that are subscribed to it, in the order of the log, in pages', async () => {
    const [both, one, other] = [
      created('whk_1', ['compliance.certification_expiring', 'compliance.report_ready']),
      created('whk_2', ['compliance.certification_expiring']),
      created('whk_3', ['compliance.certification_expiring'], start, 'org_b'),
    ];
    const [first, second] = [expiring('certification-1'), reported('report-1')];
    await given(both, one, other, first, second);
    const listed = [
      { position: first.position, id: first.id, stream: 'certification-1', revision: 3, webhooks: ['whk_1', 'whk_2'] },
      { position: second.position, id: second.id, stream: 'report-1', revision: 0, webhooks: ['whk_1'] },
    ];
    expect(await queries.subscribed('', always, 10)).toEqual(listed);
    expect(await queries.subscribed('', always, 1)).toEqual(listed.slice(0, 1));
    expect(await queries.subscribed(first.position, always, 10)).toEqual(listed.slice(1));
  });

  it('an event is listed in its period, and not for a webhook that is younger than it', async () => {
    const told = expiring('certification-1');
    const { recordedAt } = told;
    const later = new Date(Date.parse(recordedAt) + 1).toISOString();
    await given(
      created('whk_1', ['compliance.certification_expiring'], recordedAt),
      created('whk_2', ['compliance.certification_expiring'], later),
      told,
    );
    expect(await queries.subscribed('', { from: recordedAt, until: recordedAt }, 10)).toMatchObject([
      { id: told.id, webhooks: ['whk_1'] },
    ]);
    expect(await queries.subscribed('', { ...always, from: later }, 10)).toEqual([]);
  });

  it('what was scheduled is known by the id of the delivery', async () => {
    await given(
      log.event('WebhookDeliveryScheduled', {
        ...{ deliveryId: 'whd_1', organizationId: 'org_a', targetRef: 'whk_1', webhookId: 'whk_1' },
        payload: { event: 'compliance.report_ready', timestamp: start, sequence: 1 },
        scheduledAt: start,
      }),
    );
    expect(await queries.scheduled(['whd_1', 'whd_2'])).toEqual(new Set(['whd_1']));
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { webhookAttempts } from '../webhook-attempts/webhook-attempts.projection.js';
import { webhookDeliveries } from './webhook-deliveries.projection.js';
import { WebhookDeliveryQueries } from './webhook-deliveries.queries.js';

const log = new EventLog();
const organizationId = 'org_a';
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;

const scheduled = (deliveryId: string, minute = 0, documentId: string | null = 'doc_1') =>
  log.event('WebhookDeliveryScheduled', {
    deliveryId,
    organizationId,
    targetRef: 'ref_1',
    payload: {
      event: 'document.completed',
      timestamp: at(minute),
      ...(documentId === null ? {} : { document_id: documentId }),
    },
    scheduledAt: at(minute),
  });
const attempted = (deliveryId: string, attempt: number, statusCode: number | null, nextAttemptAt: string | null) =>
  log.event('WebhookDeliveryAttempted', {
    deliveryId,
    organizationId,
    attempt,
    outcome: statusCode === 204 ? 'succeeded' : 'failed',
    statusCode,
    reason: statusCode === null ? 'connection refused' : null,
    durationMs: 12,
    attemptedAt: at(attempt),
    nextAttemptAt,
  });
const succeeded = (deliveryId: string) =>
  log.event('WebhookDeliverySucceeded', { deliveryId, organizationId, succeededAt: at(9) });
const failed = (deliveryId: string) =>
  log.event('WebhookDeliveryFailed', { deliveryId, organizationId, reason: 'endpoint_gone', failedAt: at(9) });

describe('webhook deliveries', () => {
  let fixture: ReadModelFixture;
  let queries: WebhookDeliveryQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new WebhookDeliveryQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('webhook_delivery', 'webhook_attempt'));

  const given = (...events: Parameters<ReadModelFixture['given']>[1]) =>
    fixture.given([webhookDeliveries, webhookAttempts], events);

  it('a delivery is pending once it is scheduled, and due at once', async () => {
    await given(scheduled('whd_1'));
    expect(await queries.one(organizationId, 'whd_1')).toEqual({
      id: 'whd_1',
      event: 'document.completed',
      document_id: 'doc_1',
      status: 'pending',
      attempts: [],
      next_attempt_at: at(0),
      created_at: at(0),
    });
  });

  it('a delivery keeps every attempt, in order', async () => {
    await given(
      scheduled('whd_1'),
      attempted('whd_1', 1, null, at(5)),
      attempted('whd_1', 2, 500, at(35)),
      attempted('whd_1', 3, 204, null),
      succeeded('whd_1'),
    );
    expect(await queries.one(organizationId, 'whd_1')).toMatchObject({
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [
        {
          attempt: 1,
          outcome: 'failed',
          status_code: null,
          reason: 'connection refused',
          duration_ms: 12,
          attempted_at: at(1),
        },
        { attempt: 2, outcome: 'failed', status_code: 500 },
        { attempt: 3, outcome: 'succeeded', status_code: 204, reason: null },
      ],
    });
  });

  it('a delivery that is given up has failed', async () => {
    await given(scheduled('whd_1'), attempted('whd_1', 1, 410, null), failed('whd_1'));
    expect(await queries.one(organizationId, 'whd_1')).toMatchObject({ status: 'failed', next_attempt_at: null });
  });

  it('a delivery may be about no document', async () => {
    await given(scheduled('whd_1', 0, null));
    expect(await queries.one(organizationId, 'whd_1')).toMatchObject({ document_id: null });
  });

  it('a delivery is not found for another organization', async () => {
    await given(scheduled('whd_1'));
    expect(await queries.one('org_b', 'whd_1')).toBeUndefined();
  });

  it('a delivery is due when it is pending and its time has come, the longest due first', async () => {
    await given(
      scheduled('whd_retry', 0),
      attempted('whd_retry', 1, 500, at(7)),
      scheduled('whd_new', 3),
      scheduled('whd_later', 8),
      scheduled('whd_done', 1),
      succeeded('whd_done'),
      scheduled('whd_given_up', 1),
      failed('whd_given_up'),
    );
    expect((await queries.due(at(7), 10)).map(({ id }) => id)).toEqual(['whd_new', 'whd_retry']);
    expect(await queries.due(at(7), 1)).toEqual([
      { id: 'whd_new', organization_id: organizationId, next_attempt_at: at(3) },
    ]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import { documents } from '../documents/documents.projection.js';
import { webhookAttempts } from '../webhook-attempts/webhook-attempts.projection.js';
import { type DeliveryFilter, latestDeliveries } from './latest-deliveries.js';
import {
  at,
  attempted,
  failed,
  log,
  organizationId,
  scheduled,
  subscribed,
  succeeded,
  translated,
  uploaded,
} from './webhook-deliveries.fixture.js';
import { webhookDeliveries } from './webhook-deliveries.projection.js';
import { WebhookDeliveryQueries } from './webhook-deliveries.queries.js';

describe('webhook deliveries', () => {
  let fixture: ReadModelFixture;
  let queries: WebhookDeliveryQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new WebhookDeliveryQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('webhook_delivery', 'webhook_attempt', 'document', 'document_translation'));

  const given = (...events: Parameters<ReadModelFixture['given']>[1]) =>
    fixture.given([webhookDeliveries, webhookAttempts], events);

  it('documents with fewer deliveries than ended translations are found, the oldest first', async () => {
    await fixture.given(
      [documents, documentStatus, webhookDeliveries],
      [
        uploaded('doc_lost', 2),
        ...translated('doc_lost', 'tr_1', 2),
        uploaded('doc_second_lost', 1),
        ...translated('doc_second_lost', 'tr_2', 1),
        scheduled('whd_2', 1, 'doc_second_lost'),
        ...translated('doc_second_lost', 'tr_3', 2),
        uploaded('doc_known', 1),
        ...translated('doc_known', 'tr_4', 1),
        scheduled('whd_4', 1, 'doc_known'),
        uploaded('doc_without_webhook', 1, null),
        ...translated('doc_without_webhook', 'tr_5', 1),
        uploaded('doc_processing', 1),
        ...translated('doc_processing', 'tr_6', 1).slice(0, 1),
        uploaded('doc_new', 5),
        ...translated('doc_new', 'tr_7', 5),
      ],
    );
    expect(await queries.unscheduled(at(3), 10)).toEqual(['doc_second_lost', 'doc_lost']);
    expect(await queries.unscheduled(at(3), 1)).toEqual(['doc_second_lost']);
  });

  it('a delivery is pending once it is scheduled, and due at once', async () => {
    await given(scheduled('whd_1'));
    expect(await queries.one(organizationId, 'whd_1')).toEqual({
      id: 'whd_1',
      webhook_id: null,
      sequence: null,
      event: 'document.completed',
      document_id: 'doc_1',
      status: 'pending',
      attempts: [],
      next_attempt_at: at(0),
      created_at: at(0),
    });
  });

  it('the deliveries of a document are listed newest first, in pages, each with its attempts', async () => {
    await given(
      scheduled('whd_1', 1),
      attempted('whd_1', 1, 500, at(35)),
      attempted('whd_1', 2, 204, null),
      succeeded('whd_1'),
      scheduled('whd_2', 2),
      scheduled('whd_3', 3, 'doc_2'),
    );
    const first = await queries.ofDocument(organizationId, 'doc_1', { limit: 1, offset: 0 });
    expect(first).toMatchObject({
      deliveries: [{ id: 'whd_2', status: 'pending', attempts: [] }],
      pagination: { total: 2, has_more: true },
    });
    const cursor = first.pagination.next_cursor ?? undefined;
    expect(await queries.ofDocument(organizationId, 'doc_1', { limit: 1, offset: 0, cursor })).toMatchObject({
      deliveries: [{ id: 'whd_1', status: 'succeeded', attempts: [{ status_code: 500 }, { status_code: 204 }] }],
      pagination: { total: 2, has_more: false },
    });
    expect((await queries.ofDocument('org_b', 'doc_1', { limit: 9, offset: 0 })).deliveries).toEqual([]);
  });

  it('the deliveries to a webhook are listed with their numbers, apart from those of the document’s own', async () => {
    await given(
      scheduled('whd_1', 1),
      subscribed('whd_2', 2, 1),
      attempted('whd_2', 1, 500, at(35)),
      subscribed('whd_3', 3, 2),
      subscribed('whd_4', 4, 1, 'whk_2'),
    );
    const page = { limit: 9, offset: 0 };
    expect(await queries.ofWebhook(organizationId, 'whk_1', page)).toMatchObject({
      deliveries: [
        { id: 'whd_3', webhook_id: 'whk_1', sequence: 2, attempts: [] },
        { id: 'whd_2', webhook_id: 'whk_1', sequence: 1, attempts: [{ status_code: 500 }] },
      ],
      pagination: { total: 2 },
    });
    expect((await queries.ofWebhook('org_b', 'whk_1', page)).deliveries).toEqual([]);
    expect(await queries.ofDocument(organizationId, 'doc_1', page)).toMatchObject({
      deliveries: [{ id: 'whd_1', webhook_id: null, sequence: null }],
    });
  });

  it('the messages of a period are those scheduled in it, without tests, in the order of their numbers', async () => {
    await given(
      subscribed('whd_1', 1, 1),
      subscribed('whd_3', 2, 3),
      subscribed('whd_2', 3, 2),
      subscribed('whd_test', 3, 0),
      subscribed('whd_4', 4, 4),
      subscribed('whd_other', 3, 2, 'whk_2'),
    );
    expect(await queries.inPeriod('whk_1', at(2), at(4))).toEqual(['whd_2', 'whd_3']);
    expect(await queries.countInPeriod('whk_1', at(2), at(4))).toBe(2);
    expect(await queries.countInPeriod('whk_3', at(2), at(4))).toBe(0);
  });

  it('a message to a webhook does not stand in for that of the document itself', async () => {
    await fixture.given(
      [documents, documentStatus, webhookDeliveries],
      [uploaded('doc_1', 1), ...translated('doc_1', 'tr_1', 1), subscribed('whd_1', 2, 1)],
    );
    expect(await queries.unscheduled(at(3), 10)).toEqual(['doc_1']);
  });

  it('a delivery that is sent again is pending and due at once', async () => {
    await given(
      scheduled('whd_1'),
      failed('whd_1'),
      log.event('WebhookDeliveryRescheduled', { deliveryId: 'whd_1', organizationId, scheduledAt: at(20) }),
    );
    expect(await queries.one(organizationId, 'whd_1')).toMatchObject({ status: 'pending', next_attempt_at: at(20) });
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

  it('the newest deliveries of an organization come with their last attempt, also by document and status', async () => {
    await given(
      scheduled('whd_1', 1),
      attempted('whd_1', 1, 500, at(35)),
      attempted('whd_1', 2, null, at(50)),
      scheduled('whd_2', 2, 'doc_2'),
      attempted('whd_2', 1, 204, null),
      succeeded('whd_2'),
      scheduled('whd_3', 3, null),
    );
    const latest = (filter: DeliveryFilter, limit = 10) =>
      latestDeliveries(fixture.pool, organizationId, filter, limit);
    expect(await latest({})).toMatchObject([
      { id: 'whd_3', document_id: null, attempts: 0, last_attempt_at: null, next_attempt_at: at(3), created_at: at(3) },
      { id: 'whd_2', status: 'succeeded', attempts: 1, status_code: 204, reason: null, next_attempt_at: null },
      {
        id: 'whd_1',
        status: 'pending',
        attempts: 2,
        status_code: null,
        reason: 'connection refused',
        next_attempt_at: at(50),
      },
    ]);
    expect((await latest({ documentId: 'doc_2' })).map(({ id }) => id)).toEqual(['whd_2']);
    expect((await latest({ status: 'pending' })).map(({ id }) => id)).toEqual(['whd_3', 'whd_1']);
    expect((await latest({}, 1)).map(({ id }) => id)).toEqual(['whd_3']);
    expect(await latestDeliveries(fixture.pool, 'org_b', {}, 10)).toEqual([]);
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
      { id: 'whd_new', organization_id: organizationId, webhook_id: null, next_attempt_at: at(3) },
    ]);
  });
});

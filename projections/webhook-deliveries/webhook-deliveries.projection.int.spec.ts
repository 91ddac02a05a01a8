import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HoldTarget } from '#libs/domain/hold/hold.events.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import { documents } from '../documents/documents.projection.js';
import { holds } from '../holds/holds.projection.js';
import { webhookAttempts } from '../webhook-attempts/webhook-attempts.projection.js';
import { type DeliveryFilter, latestDeliveries } from './latest-deliveries.js';
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
const subscribed = (deliveryId: string, minute: number, sequence: number, webhookId = 'whk_1') =>
  log.event('WebhookDeliveryScheduled', {
    deliveryId,
    organizationId,
    targetRef: webhookId,
    webhookId,
    payload: { event: 'document.completed', timestamp: at(minute), document_id: 'doc_1', sequence },
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
const uploaded = (documentId: string, minute: number, webhookRef: string | null = documentId) =>
  log.event('DocumentUploaded', {
    documentId,
    organizationId,
    sealedName: 'sealed',
    nameCommitment: null,
    format: 'txt',
    mediaType: 'text/plain',
    sizeBytes: 1,
    sha256: 'ab',
    pageCount: 1,
    wordCount: 1,
    characterCount: 1,
    segmentCount: 1,
    sourceLanguage: 'en',
    detectedLanguage: 'en',
    blobId: 'blob',
    webhookRef,
    uploadedAt: at(minute),
  });
/** The events of a translation that was requested, and failed. */
const translated = (documentId: string, translationId: string, minute: number) => {
  const ids = { documentId, organizationId, translationId, sourceLanguage: 'en', targetLanguage: 'es' };
  const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast' as const };
  const error = { code: 'processing_failed', message: 'The file is damaged.' };
  const times = { failedAt: at(minute), expiresAt: at(59) };
  return [
    log.event('DocumentTranslationRequested', {
      ...ids,
      options,
      requestedAt: at(minute),
      estimatedCompletion: at(59),
    }),
    log.event('DocumentTranslationFailed', { ...ids, error, webhookRef: documentId, ...times }),
  ];
};
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

  describe('what is kept no longer', () => {
    const now = at(59);
    const removed = (...deliveryIds: string[]) =>
      log.event('WebhookDeliveriesRemoved', {
        ...{ organizationId, deliveryIds, retention: 'P1D', scheduledBefore: at(5), removedAt: now },
      });
    const expired = (changes: Partial<Parameters<WebhookDeliveryQueries['expired']>[0]> = {}) =>
      queries.expired({
        ...{ organizationId, scheduledBefore: at(5), judgedFrom: at(5), now, after: undefined, limit: 10 },
        ...changes,
      });
    const idsOf = async (...args: Parameters<typeof expired>) => (await expired(...args)).map(({ id }) => id);
    const placed = (holdId: string, target: HoldTarget) =>
      log.event('HoldPlaced', { holdId, organizationId, target, reason: 'Case 7', placedAt: at(6) });

    beforeEach(() => fixture.empty('hold'));

    it('a delivery that has ended is found, the oldest first, in pages', async () => {
      await given(
        ...[scheduled('whd_2', 2), succeeded('whd_2'), scheduled('whd_1', 1), failed('whd_1')],
        ...[scheduled('whd_pending', 1), scheduled('whd_new', 5), succeeded('whd_new')],
      );
      const [first, ...rest] = await expired();
      expect([first, ...rest].map((found) => found?.id)).toEqual(['whd_1', 'whd_2']);
      expect(await idsOf({ after: first })).toEqual(['whd_2']);
      expect(await idsOf({ limit: 1 })).toEqual(['whd_1']);
      expect(await idsOf({ organizationId: 'org_b' })).toEqual([]);
    });

    it('one of a document’s own webhook stays as long as its files', async () => {
      await fixture.given([documents], [uploaded('doc_1', 0)]);
      await given(scheduled('whd_1', 1), succeeded('whd_1'), subscribed('whd_2', 2, 1), succeeded('whd_2'));
      expect(await idsOf()).toEqual(['whd_2']);
      await fixture.given(
        [documents],
        [log.event('DocumentDeleted', { documentId: 'doc_1', organizationId, blobIds: [], deletedAt: now })],
      );
      expect(await idsOf()).toEqual(['whd_1', 'whd_2']);
    });

    it('one to a subscription stays until its attempts count no more', async () => {
      await given(subscribed('whd_1', 1, 1), attempted('whd_1', 3, 204, null), succeeded('whd_1'));
      expect(await idsOf({ judgedFrom: at(3) })).toEqual([]);
      expect(await idsOf({ judgedFrom: at(4) })).toEqual(['whd_1']);
      expect(await idsOf({ judgedFrom: at(1) })).toEqual([]);
    });

    it('a legal hold on the document or the period keeps it, and a day longer', async () => {
      await fixture.given([documents], [uploaded('doc_1', 0)]);
      await given(subscribed('whd_1', 1, 1), succeeded('whd_1'), scheduled('whd_2', 3, null), succeeded('whd_2'));
      expect(await idsOf()).toEqual(['whd_1', 'whd_2']);
      await fixture.given([holds], [placed('hold_1', { kind: 'resource', resource: 'document', resourceId: 'doc_1' })]);
      expect(await idsOf()).toEqual(['whd_2']);
      const period = { start: at(2), end: at(4), from: at(2), until: at(4) };
      await fixture.given([holds], [placed('hold_2', { kind: 'period', ...period })]);
      expect(await idsOf()).toEqual([]);
      const lifted = (holdId: string) => log.event('HoldLifted', { holdId, organizationId, liftedAt: at(7) });
      await fixture.given([holds], [lifted('hold_1'), lifted('hold_2')]);
      expect(await idsOf()).toEqual([]);
      expect(await idsOf({ now: '2026-11-22T10:08:00.000Z' })).toEqual(['whd_1', 'whd_2']);
    });

    it('once it is removed it is gone with its attempts, and the others stay', async () => {
      await given(
        ...[
          scheduled('whd_1', 1),
          attempted('whd_1', 1, 500, at(5)),
          attempted('whd_1', 2, 204, null),
          succeeded('whd_1'),
        ],
        ...[scheduled('whd_2', 2), attempted('whd_2', 1, 204, null), succeeded('whd_2')],
        removed('whd_1', 'whd_gone'),
      );
      expect(await queries.one(organizationId, 'whd_1')).toBeUndefined();
      const page = await queries.ofDocument(organizationId, 'doc_1', { limit: 9, offset: 0 });
      expect(page).toMatchObject({
        deliveries: [{ id: 'whd_2', attempts: [{ attempt: 1 }] }],
        pagination: { total: 1 },
      });
      const left = await fixture.dataSource.query('select delivery_id from read_model.webhook_attempt');
      expect(left).toEqual([{ delivery_id: 'whd_2' }]);
    });
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

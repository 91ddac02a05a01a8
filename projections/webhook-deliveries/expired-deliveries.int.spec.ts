import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HoldTarget } from '#libs/domain/hold/hold.events.js';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { documents } from '../documents/documents.projection.js';
import { holds } from '../holds/holds.projection.js';
import { webhookAttempts } from '../webhook-attempts/webhook-attempts.projection.js';
import {
  at,
  attempted,
  failed,
  log,
  organizationId,
  scheduled,
  subscribed,
  succeeded,
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

    it('what is pulled is found for all organizations, and those that are sent are not', async () => {
      const pulled = (deliveryId: string, minute: number) => {
        const one = subscribed(deliveryId, minute, minute, 'whk_pulled');
        return { ...one, data: { ...one.data, targetRef: 'pull' } };
      };
      await given(
        ...[pulled('whd_2', 2), succeeded('whd_2'), pulled('whd_1', 1), succeeded('whd_1')],
        ...[subscribed('whd_sent', 1, 1), succeeded('whd_sent'), pulled('whd_young', 5), succeeded('whd_young')],
      );
      const due = (after?: { id: string; created_at: string }) =>
        queries.expiredPulled({ scheduledBefore: at(5), now, after, limit: 10 });
      const [first, ...rest] = await due();
      expect([first, ...rest]).toMatchObject([
        { id: 'whd_1', webhook_id: 'whk_pulled' },
        { id: 'whd_2', webhook_id: 'whk_pulled' },
      ]);
      expect((await due(first)).map(({ id }) => id)).toEqual(['whd_2']);
      const period = { start: at(2), end: at(4), from: at(2), until: at(4) };
      await fixture.given([holds], [placed('hold_1', { kind: 'period', ...period })]);
      expect((await due()).map(({ id }) => id)).toEqual(['whd_1']);
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
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { webhookAttempts } from '../webhook-attempts/webhook-attempts.projection.js';
import { webhookDeliveries } from '../webhook-deliveries/webhook-deliveries.projection.js';
import { webhooks } from './webhooks.projection.js';
import { WebhookQueries } from './webhooks.queries.js';

const log = new EventLog();
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;
const page = { limit: 10, offset: 0 };

const created = (webhookId: string, minute: number, events: WebhookEventName[], organizationId = 'org_a') =>
  log.event('WebhookCreated', { webhookId, organizationId, targetRef: 'ref_1', events, createdAt: at(minute) });
const updated = (webhookId: string, events: WebhookEventName[], isEnabled: boolean) =>
  log.event('WebhookUpdated', {
    webhookId,
    organizationId: 'org_a',
    targetRef: 'ref_1',
    events,
    isUrlChanged: false,
    isEnabled,
    updatedAt: at(30),
  });
const disabled = (webhookId: string) =>
  log.event('WebhookDisabled', { webhookId, organizationId: 'org_a', reason: 'failing', disabledAt: at(20) });
const deleted = (webhookId: string) =>
  log.event('WebhookDeleted', { webhookId, organizationId: 'org_a', targetRef: 'ref_1', deletedAt: at(40) });

describe('webhooks', () => {
  let fixture: ReadModelFixture;
  let queries: WebhookQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new WebhookQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('webhook', 'webhook_delivery', 'webhook_attempt'));

  const given = (...events: Parameters<ReadModelFixture['given']>[1]) => fixture.given([webhooks], events);
  const row = async (id: string) =>
    (await fixture.dataSource.query('select * from read_model.webhook where id = $1', [id]))[0];

  it('the webhooks of an organization are listed newest first, in pages, without the deleted ones', async () => {
    await given(
      created('whk_1', 1, ['document.failed']),
      created('whk_2', 2, ['document.failed']),
      created('whk_3', 3, ['document.failed']),
      deleted('whk_2'),
      created('whk_4', 4, ['document.failed'], 'org_b'),
    );
    expect(await queries.list('org_a', page)).toMatchObject({ ids: ['whk_3', 'whk_1'], pagination: { total: 2 } });
    const first = await queries.list('org_a', { ...page, limit: 1 });
    const cursor = first.pagination.next_cursor ?? undefined;
    expect((await queries.list('org_a', { ...page, cursor })).ids).toEqual(['whk_1']);
    expect(await queries.count('org_a')).toBe(2);
    expect(await queries.count('org_c')).toBe(0);
  });

  it('an event goes to those that are subscribed to it now, disabled ones too, in no other organization', async () => {
    await given(
      created('whk_1', 1, ['document.failed', 'document.completed']),
      created('whk_2', 2, ['document.completed']),
      created('whk_3', 3, ['document.failed']),
      created('whk_4', 4, ['document.failed']),
      created('whk_5', 5, ['document.failed'], 'org_b'),
      updated('whk_2', ['document.failed'], false),
      updated('whk_3', ['document.completed'], false),
      disabled('whk_4'),
    );
    expect(await queries.subscribedTo('org_a', 'document.failed')).toEqual(['whk_1', 'whk_2', 'whk_4']);
    expect(await queries.subscribedTo('org_a', 'compliance.report_ready')).toEqual([]);
  });

  it('a webhook that is enabled again is active from then on', async () => {
    await given(created('whk_1', 1, ['document.failed']), disabled('whk_1'));
    expect(await row('whk_1')).toMatchObject({ status: 'disabled', enabled_at: at(1) });
    await given(updated('whk_1', ['document.failed'], true));
    expect(await row('whk_1')).toMatchObject({ status: 'active', enabled_at: at(30) });
  });

  describe('failing', () => {
    /** Each attempt as day and outcome: `3+` succeeded on the third day, `3-` failed, `3!` was not made for want of a right. */
    const attemptsOf = (webhookId: string, ...attempts: string[]) => {
      const ids = { deliveryId: `whd_${webhookId}`, organizationId: 'org_a' };
      const payload = { event: 'document.failed', timestamp: at(0), sequence: 1 };
      const scheduled = { ...ids, targetRef: webhookId, webhookId, payload, scheduledAt: at(0) };
      return [
        log.event('WebhookDeliveryScheduled', scheduled),
        ...attempts.map((attempt, index) => {
          const isSuccess = attempt.endsWith('+');
          return log.event('WebhookDeliveryAttempted', {
            ...ids,
            attempt: index + 1,
            outcome: isSuccess ? 'succeeded' : 'failed',
            statusCode: isSuccess ? 204 : 500,
            reason: isSuccess ? null : attempt.endsWith('!') ? 'insufficient_scope' : 'error_status',
            durationMs: 1,
            attemptedAt: day(Number.parseInt(attempt, 10)),
            nextAttemptAt: null,
          });
        }),
      ];
    };
    const day = (number: number) => `2026-12-${String(number).padStart(2, '0')}T08:00:00.000Z`;

    it.each([
      ['failed on both sides of the day', ['8-', '12-'], true],
      ['failed on that very day and later', ['10-', '12-'], true],
      ['failed after a success before it', ['6+', '8-', '12-'], true],
      ['succeeded in between', ['8-', '9+', '12-'], false],
      ['succeeded since', ['8-', '12-', '13+'], false],
      ['failed since then alone', ['11-', '12-'], false],
      ['failed before then alone', ['8-', '9-'], false],
      ['failed too long ago', ['4-', '12-'], false],
      ['may not hear what it was to be sent', ['8!', '12!'], false],
      ['had nothing to send', [], false],
    ])('a webhook that %s is failing: %j %s', async (_what, attempts, isFailing) => {
      await fixture.given(
        [webhooks, webhookDeliveries, webhookAttempts],
        [created('whk_1', 1, ['document.failed']), ...attemptsOf('whk_1', ...attempts)],
      );
      expect(await queries.failing(day(5), day(10))).toEqual(isFailing ? ['whk_1'] : []);
    });

    it('a webhook that was disabled, or has been enabled since, is not failing', async () => {
      const enabledAgain = log.event('WebhookUpdated', {
        webhookId: 'whk_2',
        organizationId: 'org_a',
        targetRef: 'ref_1',
        events: [],
        isUrlChanged: false,
        isEnabled: true,
        updatedAt: day(11),
      });
      await fixture.given(
        [webhooks, webhookDeliveries, webhookAttempts],
        [
          ...['whk_1', 'whk_2'].flatMap((id) => [created(id, 1, []), ...attemptsOf(id, '8-', '12-'), disabled(id)]),
          enabledAgain,
        ],
      );
      expect(await queries.failing(day(5), day(10))).toEqual([]);
    });
  });
});

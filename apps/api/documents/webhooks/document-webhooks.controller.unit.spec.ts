import { expect, it } from 'vitest';
import type { WebhookDeliveryView } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { DocumentWebhooksController } from './document-webhooks.controller.js';

const delivery: WebhookDeliveryView = {
  id: 'whd_1',
  webhook_id: null,
  sequence: null,
  event: 'document.completed',
  document_id: documentId,
  status: 'pending',
  attempts: [
    {
      attempt: 1,
      outcome: 'failed',
      status_code: null,
      reason: 'connection refused',
      duration_ms: 12,
      attempted_at: '2026-11-21T08:00:05.000Z',
    },
  ],
  next_attempt_at: '2026-11-21T08:05:05.000Z',
  created_at: '2026-11-21T08:00:00.000Z',
};

const controllerWith = (asked: unknown[] = []) =>
  new DocumentWebhooksController(foundDocuments(documentViewOf()), {
    ofDocument: async (organizationId, id, { limit, offset }) => {
      asked.push([organizationId, id, limit]);
      return { deliveries: [delivery], pagination: { total: 1, limit, offset, has_more: false, next_cursor: null } };
    },
  });

it('the deliveries of a document are listed with their attempts', async () => {
  const asked: unknown[] = [];
  const { document_id: _, ...shown } = delivery;
  expect(await controllerWith(asked).list(requestOf(), documentId, { limit: '5' })).toEqual({
    deliveries: [shown],
    pagination: { total: 1, limit: 5, offset: 0, has_more: false, next_cursor: null },
  });
  expect(asked).toEqual([[expect.any(String), documentId, 5]]);
});

it('a document that the organization does not have has none to list', async () => {
  const asked: unknown[] = [];
  const { code } = await rejectionOf(() => controllerWith(asked).list(requestOf(), 'doc_other', {}));
  expect({ code, asked }).toEqual({ code: 'document_not_found', asked: [] });
});

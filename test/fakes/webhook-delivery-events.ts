import { documentId } from './document.fixture.js';

export const deliveryId = 'whd_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const scheduledAt = '2026-11-21T08:00:00.000Z';

export const deliveryScheduled = {
  type: 'WebhookDeliveryScheduled',
  data: {
    deliveryId,
    organizationId: 'org_1',
    targetRef: documentId,
    payload: { event: 'document.completed', document_id: documentId, status: 'completed', timestamp: scheduledAt },
    scheduledAt,
  },
} as const;

export const webhookId = 'whk_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
export const targetRef = `${webhookId}/req_0`;
export const webhookUrl = 'https://receiver.example.com/hook?token=hidden';
export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const createdAt = '2026-11-21T07:00:00.000Z';

export const webhookCreated = {
  type: 'WebhookCreated' as const,
  data: { webhookId, organizationId: 'org_1', targetRef, events: ['document.completed' as const], createdAt },
};

export const webhookDisabled = {
  type: 'WebhookDisabled' as const,
  data: { webhookId, organizationId: 'org_1', reason: 'endpoint_gone' as const, disabledAt: createdAt },
};

export const webhookDeleted = {
  type: 'WebhookDeleted' as const,
  data: { webhookId, organizationId: 'org_1', targetRef, deletedAt: createdAt },
};

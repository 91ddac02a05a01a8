import { describe, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { executeRepeatably } from '#libs/platform/ids/repeatable-execution.js';
import { SeededSource } from '#libs/platform/ids/seeded-source.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { targetRef, webhookCreated, webhookId, webhookSecret, webhookUrl } from '#test/fakes/webhook-events.js';
import { handlerSpecification, Ports, stream } from '#test/handler/handler-specification.js';
import {
  type RotatedSecret,
  RotateWebhookSecret,
  RotateWebhookSecretHandler,
} from './rotate-webhook-secret.handler.js';
import { endpointAt, keepEndpoint } from './webhook-endpoint.js';

const previous = { secret: 'older', validUntil: '2026-11-21T09:00:00.000Z' };
const { given } = handlerSpecification(
  ({ eventStore, keyVault }) => new RotateWebhookSecretHandler(eventStore, keyVault),
  ({ keyVault }) => keepEndpoint(keyVault, targetRef, { url: webhookUrl, secret: webhookSecret, previous }, 'org_1'),
);
const rotate = new RotateWebhookSecret(webhookId, uploaderMetadata);

const rotatedOnce = async (run: (work: () => Promise<RotatedSecret>) => Promise<RotatedSecret>) => {
  const ports = new Ports();
  await keepEndpoint(ports.keyVault, targetRef, { url: webhookUrl, secret: webhookSecret, previous }, 'org_1');
  const created = toNewEvents('create', [webhookCreated], uploaderMetadata);
  await ports.eventStore.append(streamName(webhook.category, webhookId), created, 'no-stream');
  const handler = new RotateWebhookSecretHandler(ports.eventStore, ports.keyVault);
  return { ports, handler, first: await run(() => handler.execute(rotate)) };
};

describe('RotateWebhookSecret', () => {
  it('the previous secret is valid for a day more, and one before it no longer', async () => {
    const validUntil = '2026-11-22T08:00:00.000Z';
    const { result, ports } = await given(stream(webhook, webhookId, webhookCreated))
      .when(rotate)
      .then({ type: 'WebhookSecretRotated', data: { previousValidUntil: validUntil } });
    expect(result).toEqual({ secret: expect.stringMatching(/^whsec_/), previousValidUntil: validUntil });
    expect(await endpointAt(ports.keyVault, `${webhookId}/req_1`)).toEqual({
      url: webhookUrl,
      secret: result.secret,
      previous: { secret: webhookSecret, validUntil },
    });
    expect(JSON.stringify(ports.eventStore.events)).not.toContain('whsec_');
  });

  describe('of a request that is taken over', () => {
    const takenOver = <T>(work: () => Promise<T>) =>
      executeRepeatably(new SeededSource(new Uint8Array(32), new Date(uploaderMetadata.occurredAt)), work);

    it('a rotation gives the same secret again, and the endpoint stays', async () => {
      const { ports, first, handler } = await rotatedOnce(takenOver);
      const repeat = new RotateWebhookSecret(webhookId, {
        ...uploaderMetadata,
        occurredAt: '2026-11-21T20:00:00.000Z',
      });
      expect(await takenOver(() => handler.execute(repeat))).toEqual(first);
      expect(await endpointAt(ports.keyVault, `${webhookId}/req_1`)).toMatchObject({ secret: first.secret });
    });

    it('a rotation leaves alone what changed since', async () => {
      const { ports, first, handler } = await rotatedOnce(takenOver);
      const later = new RotateWebhookSecret(webhookId, { ...uploaderMetadata, requestId: 'req_2' });
      const second = await handler.execute(later);
      expect(await takenOver(() => handler.execute(rotate))).toEqual(first);
      expect(await endpointAt(ports.keyVault, `${webhookId}/req_2`)).toMatchObject({ secret: second.secret });
      expect(await endpointAt(ports.keyVault, `${webhookId}/req_1`)).toBeUndefined();
    });
  });

  it('a webhook that does not exist is not found', () => given().when(rotate).thenRejected('not_found'));
});

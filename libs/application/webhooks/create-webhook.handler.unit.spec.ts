import { isVerifiable } from '@transledger/webhook-signing';
import { describe, expect, it } from 'vitest';
import { executeRepeatably } from '#libs/platform/ids/repeatable-execution.js';
import { SeededSource } from '#libs/platform/ids/seeded-source.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { webhookSecret, webhookUrl } from '#test/fakes/webhook-events.js';
import { handlerSpecification, Ports } from '#test/handler/handler-specification.js';
import { CreateWebhook, CreateWebhookHandler } from './create-webhook.handler.js';
import { endpointAt } from './webhook-endpoint.js';

const { given } = handlerSpecification(({ eventStore, keyVault }) => new CreateWebhookHandler(eventStore, keyVault));
const create = (secret: string | undefined) =>
  new CreateWebhook({ url: webhookUrl, events: ['document.failed'], secret }, uploaderMetadata);

describe('CreateWebhook', () => {
  it('a webhook is made in the organization of its maker, with URL and secret kept apart from its event', async () => {
    const { result, ports } = await given()
      .when(create(webhookSecret))
      .then({ type: 'WebhookCreated', data: { organizationId: 'org_1', events: ['document.failed'] } });
    const [created] = ports.eventStore.events;
    expect(created?.data.webhookId).toBe(result.webhookId);
    expect(JSON.stringify(created)).not.toMatch(/receiver|whsec/);
    expect(await endpointAt(ports.keyVault, String(created?.data.targetRef))).toEqual({
      url: webhookUrl,
      secret: webhookSecret,
      previous: null,
    });
  });

  it('a webhook whose messages are pulled has a secret and no URL', async () => {
    const wanted = new CreateWebhook({ url: null, events: ['document.failed'], secret: undefined }, uploaderMetadata);
    const { result, ports } = await given()
      .when(wanted)
      .then({ type: 'WebhookCreated', data: { delivery: 'pull' } });
    const targetRef = String(ports.eventStore.events[0]?.data.targetRef);
    expect(await endpointAt(ports.keyVault, targetRef)).toMatchObject({ url: null, secret: result.secret });
  });

  it('a webhook made without a secret gets one', async () => {
    const { result } = await given().when(create(undefined)).then({ type: 'WebhookCreated' });
    expect(result.secret).toMatch(/^whsec_/);
    expect(isVerifiable(result.secret)).toBe(true);
  });

  it('a request that is taken over makes the same webhook with the same secret, once', async () => {
    const { eventStore, keyVault } = new Ports();
    const takenOver = () =>
      executeRepeatably(new SeededSource(new Uint8Array(32), new Date(uploaderMetadata.occurredAt)), () =>
        new CreateWebhookHandler(eventStore, keyVault).execute(create(undefined)),
      );
    const first = await takenOver();
    expect(await takenOver()).toEqual(first);
    expect(eventStore.events).toHaveLength(1);
    const targetRef = String(eventStore.events[0]?.data.targetRef);
    expect(await endpointAt(keyVault, targetRef)).toMatchObject({ secret: first.secret });
  });
});

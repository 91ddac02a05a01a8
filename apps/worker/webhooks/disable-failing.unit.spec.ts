import { beforeEach, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { webhookCreated, webhookId } from '#test/fakes/webhook-events.js';
import { disableFailing } from './disable-failing.js';

let eventStore: InMemoryEventStore;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  const events = toNewEvents('create', [webhookCreated], uploaderMetadata);
  await eventStore.append(streamName(webhook.category, webhookId), events, 'no-stream');
});

const sweep = async (found: string[]): Promise<string[]> => {
  let asked: string[] = [];
  const failing = async (...period: [from: string, until: string]) => {
    asked = period;
    return found;
  };
  await disableFailing({ eventStore, commands: backgroundCommandsOn(eventStore), webhooks: { failing } }).handle(
    jobOf({}),
  );
  return asked;
};

it('a webhook that has failed for five days is disabled once, as the system’s doing', async () => {
  await sweep([webhookId]);
  await sweep([webhookId]);
  expect(eventStore.events.slice(1)).toMatchObject([
    { type: 'WebhookDisabled', data: { webhookId, reason: 'failing' }, metadata: { actorType: 'system' } },
  ]);
});

it('the sweep looks at the failures of ten days, and for those that began five days ago', async () => {
  const [from, until] = (await sweep([])).map((time) => Date.parse(time));
  const day = 24 * 60 * 60_000;
  expect((until ?? 0) - (from ?? 0)).toBe(5 * day);
  expect(until).toBeLessThanOrEqual(Date.now() - 5 * day);
});

it('a webhook that the log does not know is left alone', async () => {
  await sweep(['whk_unknown']);
  expect(eventStore.events).toHaveLength(1);
});

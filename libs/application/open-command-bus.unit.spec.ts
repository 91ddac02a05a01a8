import type { Provider } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import { describe, expect, it } from 'vitest';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { KnownHolds } from '#test/fakes/known-holds.js';
import { deliveryId, deliveryScheduled } from '#test/fakes/webhook-delivery-events.js';
import { Ports } from '#test/handler/handler-specification.js';
import { AdministrationModule } from './administration.module.js';
import { BackgroundWorkModule } from './background-work.module.js';
import { AFFECTED_ENTRIES } from './erasures/affected-entries.port.js';
import { LEGAL_HOLDS } from './holds/legal-holds.port.js';
import { openCommandBus } from './open-command-bus.js';
import { operatorMetadata } from './operator-metadata.js';
import { CreateOrganization } from './organizations/create-organization.handler.js';
import { ScheduleWebhookDelivery } from './webhook-deliveries/schedule-webhook-delivery.handler.js';

class Unheard extends Command<void> {}

const portsOf = ({ eventStore, subjectKeys, keyVault, accounts }: Ports): Provider[] => [
  { provide: EVENT_STORE, useValue: eventStore },
  { provide: LEGAL_HOLDS, useValue: new KnownHolds() },
  { provide: SUBJECT_KEYS, useValue: subjectKeys },
  { provide: KEY_VAULT, useValue: keyVault },
  { provide: AFFECTED_ENTRIES, useValue: { count: async () => 0 } },
  { provide: ACCOUNTS, useValue: accounts },
  { provide: DayStreamWriter, useValue: new DayStreamWriter({ eventStore, processId: 'test' }) },
];

describe('a command bus of its own', () => {
  it('the bus delivers a command of the worker to its handler', async () => {
    const ports = new Ports();
    const commands = await openCommandBus(BackgroundWorkModule, portsOf(ports));
    const { targetRef, payload } = deliveryScheduled.data;
    const delivery = { deliveryId, targetRef, payload, commandId: 'schedule' };
    await commands.execute(new ScheduleWebhookDelivery(delivery, uploaderMetadata));
    expect(ports.eventStore.events.map(({ type }) => type)).toEqual(['WebhookDeliveryScheduled']);
    await commands.close();
  });

  it('the bus delivers a command of the operator to its handler, and returns its result', async () => {
    const ports = new Ports();
    const commands = await openCommandBus(AdministrationModule, portsOf(ports));
    const metadata = await operatorMetadata(ports.subjectKeys, 'org_1', 'a test');
    const { key } = await commands.execute(new CreateOrganization({ name: 'Acme', tier: 'pro' }, metadata));
    expect(key).toMatch(/^tl_/);
    await commands.close();
  });

  it('the bus rejects a command without a handler', async () => {
    const commands = await openCommandBus(AdministrationModule, portsOf(new Ports()));
    await expect(async () => commands.execute(new Unheard())).rejects.toThrow('Unheard');
    await commands.close();
  });
});

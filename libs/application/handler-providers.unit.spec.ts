import { Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { describe, expect, it } from 'vitest';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { ACCOUNTS, EVENT_STORE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { KnownHolds } from '#test/fakes/known-holds.js';
import { deliveryId, deliveryScheduled } from '#test/fakes/webhook-delivery-events.js';
import { Ports } from '#test/handler/handler-specification.js';
import { AdministrationModule } from './administration.module.js';
import { BackgroundWorkModule } from './background-work.module.js';
import { Command, type CommandHandler } from './commands.js';
import { AFFECTED_ENTRIES } from './erasures/affected-entries.port.js';
import { OPENED_FILES } from './erasures/opened-files.port.js';
import { handlerProviders } from './handler-providers.js';
import { LEGAL_HOLDS } from './holds/legal-holds.port.js';
import { operatorMetadata } from './operator-metadata.js';
import { CreateOrganization } from './organizations/create-organization.handler.js';
import { USER_BELONGINGS } from './users/user-belongings.port.js';
import { ScheduleWebhookDelivery } from './webhook-deliveries/schedule-webhook-delivery.handler.js';

@Module({})
class Application {}

/** The command bus of a Nest application that has both modules of handlers over ports in memory. */
const busOver = async ({ eventStore, subjectKeys, keyVault, accounts }: Ports) => {
  const providers: Provider[] = [
    { provide: EVENT_STORE, useValue: eventStore },
    { provide: LEGAL_HOLDS, useValue: new KnownHolds() },
    { provide: SUBJECT_KEYS, useValue: subjectKeys },
    { provide: KEY_VAULT, useValue: keyVault },
    { provide: AFFECTED_ENTRIES, useValue: { count: async () => 0 } },
    { provide: OPENED_FILES, useValue: { remove: async () => true } },
    { provide: ACCOUNTS, useValue: accounts },
    {
      provide: USER_BELONGINGS,
      useValue: { keysOf: async () => [], invitesOf: async () => [], accountOf: async () => undefined },
    },
    { provide: DayStreamWriter, useValue: new DayStreamWriter({ eventStore, processId: 'test' }) },
  ];
  const imports = [CqrsModule.forRoot(), AdministrationModule, BackgroundWorkModule];
  const application = { module: Application, global: true, imports, providers, exports: providers };
  const context = await NestFactory.createApplicationContext(application, { logger: false, abortOnError: false });
  return { bus: context.get(CommandBus), close: () => context.close() };
};

describe('handlers in a Nest application', () => {
  it('the bus delivers a command of the worker to its handler', async () => {
    const ports = new Ports();
    const { bus, close } = await busOver(ports);
    const { targetRef, payload } = deliveryScheduled.data;
    const delivery = { deliveryId, targetRef, payload, commandId: 'schedule' };
    await bus.execute(new ScheduleWebhookDelivery(delivery, uploaderMetadata));
    expect(ports.eventStore.events.map(({ type }) => type)).toEqual(['WebhookDeliveryScheduled']);
    await close();
  });

  it('the bus delivers a command of the API to its handler, which passes another on, and returns the result', async () => {
    const ports = new Ports();
    const { bus, close } = await busOver(ports);
    const metadata = await operatorMetadata(ports.subjectKeys, 'org_1', 'a test');
    const { key } = await bus.execute(new CreateOrganization({ name: 'Acme', tier: 'pro' }, metadata));
    expect(key).toMatch(/^tl_/);
    await close();
  });

  it('a handler that says no command is refused at once', () => {
    class Undecorated implements CommandHandler<Command<void>> {
      async execute(): Promise<void> {}
    }
    expect(() => handlerProviders([Undecorated])).toThrow('Undecorated is not decorated with @handles');
  });
});

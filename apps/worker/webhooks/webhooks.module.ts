import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { WebhookSenderModule } from '#libs/engines/webhook-sender.module.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { WebhookSender } from '#libs/platform/outbound-http/webhook-sender.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { EVENT_STORE, JOB_QUEUE, KEY_VAULT, LIFE_CYCLE, SETTINGS, WEBHOOK_SENDER } from '#libs/ports/tokens.js';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Consumers } from '../work/consumers.js';
import { ConsumersModule } from '../work/consumers.module.js';
import { Jobs } from '../work/jobs.js';
import { documentWebhooks } from './document-webhooks.consumer.js';
import { attemptDelivery, deliverySweepEveryMs, scheduleAttempts, sweepDeliveries } from './webhook-attempts.js';

/** Delivers webhooks. */
@Module({
  imports: [CommandsModule, ConsumersModule, EventStoreModule, KeyVaultModule, ReadModelsModule, WebhookSenderModule],
})
export class WebhooksModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    private readonly jobs: Jobs,
    private readonly deliveries: WebhookDeliveryQueries,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly keyVault: KeyVault,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(LIFE_CYCLE) private readonly lifeCycle: LifeCycle,
    @Inject(WEBHOOK_SENDER) private readonly sender: WebhookSender,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, keyVault, sender, queue, lifeCycle } = this;
    this.consumers.add(documentWebhooks(commands, publicUrlOf(this.settings)));
    this.consumers.add(scheduleAttempts(queue));
    this.jobs.add(attemptDelivery({ eventStore, commands, keyVault, sender, lifeCycle }));
    this.jobs.addRepeated(sweepDeliveries(queue, this.deliveries), deliverySweepEveryMs);
  }
}

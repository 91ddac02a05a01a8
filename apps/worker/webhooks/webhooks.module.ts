import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import { SharedSlotsModule } from '#libs/engines/shared-slots.module.js';
import { WebhookSenderModule } from '#libs/engines/webhook-sender.module.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { WebhookSender } from '#libs/platform/outbound-http/webhook-sender.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { Slots } from '#libs/ports/limits/limits.port.js';
import {
  EVENT_STORE,
  JOB_QUEUE,
  KEY_VAULT,
  LIFE_CYCLE,
  PROJECTION_PROGRESS,
  SETTINGS,
  SHARED_SLOTS,
  SUBJECT_KEYS,
  WEBHOOK_SENDER,
} from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { ToldEventQueries } from '#projections/told-events/told-events.queries.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Consumers } from '../work/consumers.js';
import { ConsumersModule } from '../work/consumers.module.js';
import { Jobs } from '../work/jobs.js';
import { Removals } from '../work/removals.js';
import { RemovalsModule } from '../work/removals.module.js';
import { disableFailing, failingSweepEveryMs } from './disable-failing.js';
import { documentWebhooks } from './document-webhooks.consumer.js';
import { deliveryRetentionEveryMs, sweepExpiredDeliveries } from './expired-deliveries.js';
import { missingSweepEveryMs, sweepMissing } from './missing-webhooks.js';
import { sweepUntold, untoldSweepEveryMs } from './untold-events.js';
import { attemptDelivery, deliverySweepEveryMs, scheduleAttempts, sweepDeliveries } from './webhook-attempts.js';
import { webhookReplays } from './webhook-replays.consumer.js';
import { webhookSubscriptions } from './webhook-subscriptions.consumer.js';
import { webhookTargets } from './webhook-targets.consumer.js';

/** Delivers webhooks. */
@Module({
  imports: [
    CommandsModule,
    ConsumersModule,
    EventStoreModule,
    KeyVaultModule,
    ProjectionProgressModule,
    ReadModelsModule,
    RemovalsModule,
    SharedSlotsModule,
    WebhookSenderModule,
  ],
})
export class WebhooksModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    private readonly jobs: Jobs,
    private readonly deliveries: WebhookDeliveryQueries,
    private readonly webhooks: WebhookQueries,
    private readonly toldEvents: ToldEventQueries,
    private readonly organizations: OrganizationQueries,
    private readonly users: UserQueries,
    private readonly removals: Removals,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly keyVault: KeyVault,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: SubjectKeys,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(LIFE_CYCLE) private readonly lifeCycle: LifeCycle,
    @Inject(SHARED_SLOTS) private readonly slots: Slots,
    @Inject(WEBHOOK_SENDER) private readonly sender: WebhookSender,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, keyVault, subjectKeys, slots, sender, queue, lifeCycle, webhooks, progress } = this;
    const publicUrl = publicUrlOf(this.settings);
    this.consumers.add(documentWebhooks(commands, publicUrl));
    this.consumers.add(webhookSubscriptions({ commands, webhooks, progress, publicUrl }));
    this.consumers.add(webhookReplays({ commands, deliveries: this.deliveries, progress }));
    this.consumers.add(scheduleAttempts(queue, eventStore));
    this.consumers.add(webhookTargets(eventStore, keyVault));
    const { users } = this;
    this.jobs.add(attemptDelivery({ eventStore, commands, keyVault, subjectKeys, slots, sender, users, lifeCycle }));
    this.jobs.addRepeated(sweepDeliveries(queue, this.deliveries), deliverySweepEveryMs);
    this.jobs.addRepeated(disableFailing({ eventStore, commands, webhooks }), failingSweepEveryMs);
    const missing = sweepMissing({ eventStore, commands, deliveries: this.deliveries, publicUrl });
    this.jobs.addRepeated(missing, missingSweepEveryMs);
    const untold = sweepUntold({ eventStore, commands, events: this.toldEvents, publicUrl });
    this.jobs.addRepeated(untold, untoldSweepEveryMs);
    const { deliveries, organizations, removals } = this;
    const retention = sweepExpiredDeliveries({ eventStore, commands, organizations, deliveries, progress, removals });
    this.jobs.addRepeated(retention, deliveryRetentionEveryMs);
  }
}

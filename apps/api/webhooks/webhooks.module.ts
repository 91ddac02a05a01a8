import { Module } from '@nestjs/common';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { AccessModule } from '../access/access.module.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { FindWebhookHandler } from './find-webhook.handler.js';
import { PulledMessages } from './pulled-messages.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookLimit } from './webhook-limit.js';
import { WebhookMessagesController } from './webhook-messages.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [AccessModule, CommandsModule, ReadModelsModule, EventStoreModule, KeyVaultModule],
  controllers: [WebhooksController, WebhookDeliveriesController, WebhookMessagesController],
  providers: [FindWebhookHandler, PulledMessages, WebhookLimit],
})
export class WebhooksModule {}

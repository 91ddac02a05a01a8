import { Module } from '@nestjs/common';
import { measuredSender } from '#libs/platform/outbound-http/measured-sender.js';
import { createWebhookSender, type WebhookSender } from '#libs/platform/outbound-http/webhook-sender.js';
import { PROCESS, WEBHOOK_SENDER } from '#libs/ports/tokens.js';
import type { ProcessOptions } from './process/process.module.js';

const open = ({ settings, registry }: ProcessOptions): WebhookSender =>
  measuredSender(
    createWebhookSender({
      allowPrivate: settings.TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE,
      allowHttp: settings.TRANSLEDGER_WEBHOOK_ALLOW_HTTP,
    }),
    registry,
  );

@Module({
  providers: [{ provide: WEBHOOK_SENDER, inject: [PROCESS], useFactory: open }],
  exports: [WEBHOOK_SENDER],
})
export class WebhookSenderModule {}

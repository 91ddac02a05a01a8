import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries to subscriptions, beside those of the documents' own webhooks. */
export class DeliveriesOfWebhooks1795800000210 implements MigrationInterface {
  readonly name = 'DeliveriesOfWebhooks1795800000210';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table read_model.webhook_delivery add column webhook_id text, add column sequence integer',
    );
    await queryRunner.query(`
      create index webhook_delivery_newest on read_model.webhook_delivery (webhook_id, created_at desc, id desc)
        where webhook_id is not null`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.webhook_delivery_newest');
    await queryRunner.query('alter table read_model.webhook_delivery drop column sequence, drop column webhook_id');
  }
}

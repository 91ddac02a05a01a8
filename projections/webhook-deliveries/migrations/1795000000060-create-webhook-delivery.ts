import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhookDelivery1795000000060 implements MigrationInterface {
  readonly name = 'CreateWebhookDelivery1795000000060';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.webhook_delivery (
        id text primary key,
        organization_id text not null,
        document_id text,
        event text not null,
        target_ref text not null,
        status text not null,
        next_attempt_at timestamptz,
        created_at timestamptz not null
      )`);
    await queryRunner.query(`
      create index webhook_delivery_due on read_model.webhook_delivery (next_attempt_at) where status = 'pending'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.webhook_delivery');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhookAttempt1795000000070 implements MigrationInterface {
  readonly name = 'CreateWebhookAttempt1795000000070';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.webhook_attempt (
        delivery_id text not null,
        attempt integer not null,
        outcome text not null,
        status_code integer,
        reason text,
        duration_ms integer not null,
        attempted_at timestamptz not null,
        primary key (delivery_id, attempt)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.webhook_attempt');
  }
}

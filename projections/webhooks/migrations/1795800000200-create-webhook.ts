import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhook1795800000200 implements MigrationInterface {
  readonly name = 'CreateWebhook1795800000200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.webhook (
        id text primary key,
        organization_id text not null,
        events jsonb not null,
        status text not null,
        enabled_at timestamptz not null,
        created_at timestamptz not null
      )`);
    await queryRunner.query(
      'create index webhook_newest on read_model.webhook (organization_id, created_at desc, id desc)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.webhook');
  }
}

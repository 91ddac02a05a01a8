import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReport1795800000400 implements MigrationInterface {
  readonly name = 'CreateReport1795800000400';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.report (
        id text primary key,
        organization_id text not null,
        type text not null,
        status text not null,
        format text not null,
        period_start text not null,
        period_end text not null,
        progress integer not null,
        created_at timestamptz not null,
        estimated_completion timestamptz not null,
        size_bytes bigint,
        completed_at timestamptz,
        expires_at timestamptz,
        error_code text,
        error_message text
      )`);
    await queryRunner.query(
      'create index report_newest on read_model.report (organization_id, created_at desc, id desc)',
    );
    await queryRunner.query(
      `create index report_unfinished on read_model.report (created_at) where status = 'generating'`,
    );
    await queryRunner.query(`create index report_due on read_model.report (expires_at) where status = 'completed'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.report');
  }
}

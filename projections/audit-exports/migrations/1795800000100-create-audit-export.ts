import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuditExport1795800000100 implements MigrationInterface {
  readonly name = 'CreateAuditExport1795800000100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.audit_export (
        id text primary key,
        organization_id text not null,
        status text not null,
        format text not null,
        filters jsonb not null,
        after bigint,
        follow boolean not null,
        entries bigint,
        sha256 text,
        checkpoint text,
        next_cursor text,
        sealed_client text not null,
        subject text not null,
        created_at timestamptz not null,
        ended_at timestamptz
      )`);
    await queryRunner.query(
      'create index audit_export_newest on read_model.audit_export (organization_id, created_at desc, id desc)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.audit_export');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports that have not ended, for those whose processes died. */
export class StartedAuditExports1795800000670 implements MigrationInterface {
  readonly name = 'StartedAuditExports1795800000670';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create index audit_export_started on read_model.audit_export (id) where status = 'started'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.audit_export_started');
  }
}

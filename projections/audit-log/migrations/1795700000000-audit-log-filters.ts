import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = ['resource_id', 'request_id', 'api_key_id', 'address_subject', 'result'];

export class AuditLogFilters1795700000000 implements MigrationInterface {
  readonly name = 'AuditLogFilters1795700000000';

  /** Every list is in the order of numbers, so each index ends with the number. */
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table read_model.audit_log
        add column address_subject text collate "C",
        add column commitments jsonb not null default '{}'`);
    for (const column of columns) {
      await queryRunner.query(`
        create index audit_log_${column} on read_model.audit_log (organization_id, ${column}, number)
          include (occurred_at)`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns) await queryRunner.query(`drop index read_model.audit_log_${column}`);
    await queryRunner.query('alter table read_model.audit_log drop column address_subject, drop column commitments');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { grantToAuditWriter } from '../append-only.js';

export class CreateAuditLogTally1795500000000 implements MigrationInterface {
  readonly name = 'CreateAuditLogTally1795500000000';

  /** `TallyByDimension` makes the table anew, and fills it. */
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.audit_log_tally (
        -- The table that was counted: a rebuild makes another.
        log oid not null,
        organization_id text collate "C" not null,
        subject text collate "C" not null,
        resource text collate "C" not null,
        action text collate "C" not null,
        block bigint not null,
        entries bigint not null,
        primary key (log, organization_id, subject, resource, action, block) include (entries)
      )`);
    await queryRunner.query(grantToAuditWriter('read_model.audit_log_tally'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.audit_log_tally');
  }
}

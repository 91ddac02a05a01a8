import type { MigrationInterface, QueryRunner } from 'typeorm';
import { grantToAuditWriter } from '../append-only.js';
import { tallyFinishedBlocks } from '../audit-log-tally.js';

export class TallyByDimension1795800000710 implements MigrationInterface {
  readonly name = 'TallyByDimension1795800000710';

  /** Counts follow from the entries, so they are made anew rather than taken over. */
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table read_model.audit_log_tally;
      create table read_model.audit_log_tally (
        -- The table that was counted: a rebuild makes another.
        log oid not null,
        organization_id text collate "C" not null,
        -- The column that the count tells apart beside resource and action, and its value; both empty where it is none.
        dimension text collate "C" not null,
        value text collate "C" not null,
        resource text collate "C" not null,
        action text collate "C" not null,
        block bigint not null,
        entries bigint not null,
        primary key (log, organization_id, dimension, value, resource, action, block) include (entries)
      )`);
    await queryRunner.query(grantToAuditWriter('read_model.audit_log_tally'));
    await queryRunner.query(tallyFinishedBlocks('read_model.audit_log'), [null]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.audit_log_tally');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, createAuditWriter, createRefusal } from '../append-only.js';

export class CreateAuditLog1795000000080 implements MigrationInterface {
  readonly name = 'CreateAuditLog1795000000080';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.audit_log (
        organization_id text collate "C" not null,
        number bigint not null,
        id text not null,
        event_id uuid not null,
        occurred_at timestamptz not null,
        action text collate "C" not null,
        resource text collate "C" not null,
        resource_id text not null,
        result text not null,
        request_id text not null,
        actor_type text not null,
        api_key_id text,
        metadata jsonb not null,
        sealed_client text not null,
        sealed_name text,
        subject text collate "C" not null,
        leaf_hash bytea not null,
        latest_at timestamptz not null,
        lateness_ms bigint not null,
        primary key (organization_id, number) include (occurred_at)
      )`);
    // Every list is in the order of numbers, so each index ends with the number; columns of other filters are
    // included, so that counting and paging read no rows.
    await queryRunner.query(`
      create index audit_log_action on read_model.audit_log (organization_id, action, number)
        include (resource, occurred_at)`);
    await queryRunner.query(`
      create index audit_log_subject on read_model.audit_log (organization_id, subject, number)
        include (action, resource, occurred_at)`);
    await queryRunner.query(`
      create index audit_log_resource on read_model.audit_log (organization_id, resource, number)
        include (action, occurred_at)`);
    await queryRunner.query('create index audit_log_time on read_model.audit_log (organization_id, latest_at, number)');
    for (const statement of [createAuditWriter, createRefusal, ...appendOnly('read_model.audit_log')]) {
      await queryRunner.query(statement);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.audit_log');
    await queryRunner.query('drop function read_model.refuse_change()');
  }
}

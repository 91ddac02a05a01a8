import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateErasure1795800000470 implements MigrationInterface {
  readonly name = 'CreateErasure1795800000470';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.erasure (
        id text primary key,
        organization_id text not null,
        subject_type text not null,
        subject text not null,
        status text not null,
        entries_affected bigint,
        created_at timestamptz not null,
        completed_at timestamptz
      )`);
    await queryRunner.query(
      'create index erasure_of_organization on read_model.erasure (organization_id, created_at desc, id desc)',
    );
    await queryRunner.query(
      `create index erasure_unfinished on read_model.erasure (created_at) where status <> 'completed'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.erasure');
  }
}

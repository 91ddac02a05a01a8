import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOrganization1795000000020 implements MigrationInterface {
  readonly name = 'CreateOrganization1795000000020';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.organization (
        id text primary key,
        name text not null,
        tier text not null,
        status text not null,
        created_at timestamptz not null
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.organization');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateApiKey1795000000010 implements MigrationInterface {
  readonly name = 'CreateApiKey1795000000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.api_key (
        id text primary key,
        organization_id text not null,
        name text not null,
        secret_hash text not null unique,
        scopes jsonb not null,
        ip_allowlist jsonb not null,
        expires_at timestamptz,
        grace_ends_at timestamptz,
        revoked_at timestamptz,
        owner_subject text not null,
        sealed_owner text not null,
        created_at timestamptz not null
      )`);
    await queryRunner.query(
      'create index api_key_newest on read_model.api_key (organization_id, created_at desc, id desc)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.api_key');
  }
}

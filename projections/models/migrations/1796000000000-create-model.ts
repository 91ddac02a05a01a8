import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateModel1796000000000 implements MigrationInterface {
  readonly name = 'CreateModel1796000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.model (
        sha256 text not null,
        revision bigint not null,
        model_id text not null,
        name text not null,
        engine text not null,
        source_languages jsonb not null,
        target_languages jsonb not null,
        size_bytes bigint not null,
        licence text,
        licence_url text,
        source text not null,
        installed_at timestamptz not null,
        removed_at timestamptz,
        primary key (sha256, revision)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.model');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateGlossary1795000000090 implements MigrationInterface {
  readonly name = 'CreateGlossary1795000000090';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.glossary (
        id text primary key,
        organization_id text not null,
        name text not null,
        source_language text not null,
        target_language text not null,
        domain text,
        version integer not null,
        entry_count integer not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`);
    await queryRunner.query(
      'create index glossary_newest on read_model.glossary (organization_id, created_at desc, id desc)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.glossary');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateToldEvent1795800000690 implements MigrationInterface {
  readonly name = 'CreateToldEvent1795800000690';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.told_event (
        position text collate "C" primary key,
        id text not null,
        organization_id text not null,
        event text not null,
        stream text not null,
        revision bigint not null,
        recorded_at timestamptz not null
      )`);
    await queryRunner.query('create index told_event_recorded on read_model.told_event (recorded_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.told_event');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTextStream1795000000130 implements MigrationInterface {
  readonly name = 'CreateTextStream1795000000130';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.text_stream (
        request_id text not null primary key,
        process_id text not null,
        event_stream text not null,
        event_revision bigint not null,
        began_at timestamptz not null
      )`);
    await queryRunner.query('create index text_stream_process on read_model.text_stream (process_id, began_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.text_stream');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCertification1795800000300 implements MigrationInterface {
  readonly name = 'CreateCertification1795800000300';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.certification (
        organization_id text not null,
        standard_key text not null,
        standard text not null,
        status text not null,
        articles jsonb,
        level text,
        certificate_id text,
        report_period text,
        verified_at timestamptz,
        expires_at timestamptz,
        expected_date text,
        next_notice_at timestamptz,
        recorded_at timestamptz not null,
        event_stream text not null,
        event_revision bigint not null,
        primary key (organization_id, standard_key)
      )`);
    await queryRunner.query(
      'create index certification_notices on read_model.certification (next_notice_at) where next_notice_at is not null',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.certification');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateHold1795800000320 implements MigrationInterface {
  readonly name = 'CreateHold1795800000320';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.hold (
        id text primary key,
        organization_id text not null,
        resource text,
        resource_id text,
        subject_type text,
        subject text,
        sealed_subject text,
        period_start text,
        period_end text,
        created_from timestamptz,
        created_until timestamptz,
        reason text not null,
        placer text not null,
        sealed_placer text not null,
        created_at timestamptz not null,
        lifted_at timestamptz
      )`);
    await queryRunner.query(
      'create index hold_of_organization on read_model.hold (organization_id, created_at desc, id desc)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.hold');
  }
}

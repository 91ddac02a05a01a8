import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUserAccount1795800000500 implements MigrationInterface {
  readonly name = 'CreateUserAccount1795800000500';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table read_model.user_account (
        id text primary key,
        organization_id text not null,
        subject text not null,
        sealed_user text not null,
        role text not null,
        generation integer not null,
        has_password boolean not null,
        invite_expires_at timestamptz,
        created_at timestamptz not null,
        deleted_at timestamptz
      )`);
    await queryRunner.query(
      'create index user_account_of_organization on read_model.user_account (organization_id, created_at desc, id desc)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table read_model.user_account');
  }
}

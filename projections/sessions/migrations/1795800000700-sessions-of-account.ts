import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of one account, for what is kept of its user. */
export class SessionsOfAccount1795800000700 implements MigrationInterface {
  readonly name = 'SessionsOfAccount1795800000700';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('create index user_session_of_account on read_model.user_session (account_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.user_session_of_account');
  }
}

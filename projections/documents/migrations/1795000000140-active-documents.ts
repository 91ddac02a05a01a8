import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A document that has neither expired nor been deleted is `active`; its rows said `kept`. */
export class ActiveDocuments1795000000140 implements MigrationInterface {
  readonly name = 'ActiveDocuments1795000000140';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.rename(queryRunner, 'kept', 'active');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await this.rename(queryRunner, 'active', 'kept');
  }

  private async rename(queryRunner: QueryRunner, from: string, to: string): Promise<void> {
    await queryRunner.query(`update read_model.document set status = '${to}' where status = '${from}'`);
    await queryRunner.query('drop index read_model.document_expiry');
    await queryRunner.query(
      `create index document_expiry on read_model.document (expires_at) where status = '${to}' and expires_at is not null`,
    );
  }
}

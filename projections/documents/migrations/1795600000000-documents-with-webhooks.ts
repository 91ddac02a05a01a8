import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the documents whose webhooks may be missing, and their deliveries. */
export class DocumentsWithWebhooks1795600000000 implements MigrationInterface {
  readonly name = 'DocumentsWithWebhooks1795600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `create index document_with_webhook on read_model.document (created_at) where has_webhook and status = 'active'`,
    );
    await queryRunner.query('create index webhook_delivery_document on read_model.webhook_delivery (document_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.webhook_delivery_document');
    await queryRunner.query('drop index read_model.document_with_webhook');
  }
}

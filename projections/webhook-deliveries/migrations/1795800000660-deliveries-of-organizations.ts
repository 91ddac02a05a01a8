import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ended deliveries of an organization, the oldest first, for its retention. */
export class DeliveriesOfOrganizations1795800000660 implements MigrationInterface {
  readonly name = 'DeliveriesOfOrganizations1795800000660';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index webhook_delivery_oldest on read_model.webhook_delivery (organization_id, created_at, id)
        where status <> 'pending'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.webhook_delivery_oldest');
  }
}

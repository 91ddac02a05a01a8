import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries that receivers ask for, the oldest first, for their retention. */
export class PulledDeliveries1795900008800 implements MigrationInterface {
  readonly name = 'PulledDeliveries1795900008800';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create index webhook_delivery_pulled on read_model.webhook_delivery (created_at, id)
        where target_ref = 'pull'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.webhook_delivery_pulled');
  }
}

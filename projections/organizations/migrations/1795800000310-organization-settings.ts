import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OrganizationSettings1795800000310 implements MigrationInterface {
  readonly name = 'OrganizationSettings1795800000310';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Rows of before have changed nothing: the defaults are what a rebuild makes of them.
    await queryRunner.query(`
      alter table read_model.organization
        add column webhook_hosts jsonb not null default '[]',
        add column retention jsonb not null
          default '{"documents": null, "reports": null, "webhookDeliveries": null}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table read_model.organization drop column webhook_hosts, drop column retention');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds makers: a key of before was made by its owner. */
export class MakersOfApiKeys1795900000100 implements MigrationInterface {
  readonly name = 'MakersOfApiKeys1795900000100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table read_model.api_key
        add column maker_subject text, add column sealed_maker text,
        add column first_owner_subject text, add column sealed_first_owner text`);
    await queryRunner.query(`
      update read_model.api_key
         set maker_subject = owner_subject, sealed_maker = sealed_owner,
             first_owner_subject = owner_subject, sealed_first_owner = sealed_owner`);
    await queryRunner.query(`
      alter table read_model.api_key
        alter column maker_subject set not null, alter column sealed_maker set not null,
        alter column first_owner_subject set not null, alter column sealed_first_owner set not null`);
    await queryRunner.query('create index api_key_owner on read_model.api_key (organization_id, owner_subject)');
    await queryRunner.query('create index api_key_maker on read_model.api_key (organization_id, maker_subject)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index read_model.api_key_owner');
    await queryRunner.query('drop index read_model.api_key_maker');
    await queryRunner.query(`
      alter table read_model.api_key
        drop column maker_subject, drop column sealed_maker,
        drop column first_owner_subject, drop column sealed_first_owner`);
  }
}

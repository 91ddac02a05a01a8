import type { DataSource } from 'typeorm';
import { OrganizationEntity } from './organization.entity.js';

export class OrganizationQueries {
  constructor(private readonly dataSource: DataSource) {}

  async find(organizationId: string): Promise<OrganizationEntity | undefined> {
    const found = await this.dataSource.getRepository(OrganizationEntity).findOneBy({ id: organizationId });
    return found ?? undefined;
  }

  /** Lists all organizations, oldest first: for the operator, never for a caller of the API. */
  list(): Promise<OrganizationEntity[]> {
    return this.dataSource.getRepository(OrganizationEntity).find({ order: { created_at: 'ASC', id: 'ASC' } });
  }
}

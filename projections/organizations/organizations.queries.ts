import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { OrganizationEntity } from './organization.entity.js';

const organizations =
  'select id, name, tier, status, webhook_hosts, retention, created_at from read_model.organization';

export class OrganizationQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  async find(organizationId: string): Promise<OrganizationEntity | undefined> {
    const [found] = await this.readModels.query<OrganizationEntity[]>(`${organizations} where id = $1`, [
      organizationId,
    ]);
    return found;
  }

  /** Lists all organizations, oldest first: for the operator, never for a caller of the API. */
  list(): Promise<OrganizationEntity[]> {
    return this.readModels.query<OrganizationEntity[]>(`${organizations} order by created_at, id`);
  }
}

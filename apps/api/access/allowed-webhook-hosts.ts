import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { allowsWebhookTo } from '#libs/domain/organization/organization-settings.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { OwnWrites } from './own-writes.js';

/** Hosts that an organization lets its webhooks go to. */
@Injectable()
export class AllowedWebhookHosts {
  constructor(
    @Inject(OrganizationQueries) private readonly organizations: Pick<OrganizationQueries, 'find'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  /**
   * Refuses the URL in a field of a request that the organization lets no webhook go to; where it names no hosts, it may be any.
   * @throws Rejection `invalid_request`
   */
  async assertAllowed(field: string, organizationId: string, url: string): Promise<void> {
    await this.ownWrites.visibleIn('organizations');
    const hosts = (await this.organizations.find(organizationId))?.webhook_hosts ?? [];
    if (allowsWebhookTo(hosts, url)) return;
    const what = 'goes to a host that the organization does not name in webhook_hosts';
    throw new Rejection('invalid_request', { details: { [field]: [what] } });
  }
}

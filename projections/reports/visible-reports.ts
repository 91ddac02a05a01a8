import type { OrganizationReports } from '#libs/application/erasures/report-files.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { ReportQueries } from './reports.queries.js';

const idsAtOnce = 1_000;

/** The reports of the read model, once it shows all that is in the log. */
export class VisibleReports implements OrganizationReports {
  constructor(
    private readonly queries: Pick<ReportQueries, 'generating' | 'ofOrganization'>,
    private readonly eventStore: Pick<EventStore, 'head'>,
    private readonly progress: Pick<ProjectionProgress, 'waitFor'>,
  ) {}

  /** @throws Rejection `service_unavailable` while they cannot be known */
  async generating(organizationId: string): Promise<string[]> {
    const head = await this.eventStore.head();
    if (!(await this.progress.waitFor(['reports'], head))) {
      throw new Rejection('service_unavailable', { message: 'The reports cannot be known now.', retryAfter: 1 });
    }
    return this.queries.generating(organizationId);
  }

  async ofOrganization(organizationId: string, ids: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      found.push(...(await this.queries.ofOrganization(organizationId, ids.slice(at, at + idsAtOnce))));
    }
    return found;
  }
}

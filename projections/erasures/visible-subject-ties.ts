import type { SubjectTie, SubjectTies } from '#libs/application/erasures/subject-ties.port.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { ApiKeyQueries } from '../api-keys/api-keys.queries.js';
import type { UserQueries } from '../users/users.queries.js';

/** The ties of users by the read models, once these show all that is in the log. */
export class VisibleSubjectTies implements SubjectTies {
  constructor(
    private readonly keys: Pick<ApiKeyQueries, 'hasActive'>,
    private readonly users: Pick<UserQueries, 'hasAccount'>,
    private readonly eventStore: Pick<EventStore, 'head'>,
    private readonly progress: Pick<ProjectionProgress, 'waitFor'>,
  ) {}

  async of(organizationId: string, subject: string): Promise<SubjectTie | undefined> {
    const head = await this.eventStore.head();
    if (!(await this.progress.waitFor(['api-keys', 'users'], head))) {
      throw new Rejection('service_unavailable', {
        message: 'The keys and the account of the user cannot be known now; try again.',
        retryAfter: 1,
      });
    }
    if (await this.keys.hasActive(organizationId, subject, new Date().toISOString())) return 'active_keys';
    return (await this.users.hasAccount(organizationId, subject)) ? 'account' : undefined;
  }
}

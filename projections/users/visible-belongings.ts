import type { OwnedKey, UserBelongings } from '#libs/application/users/user-belongings.port.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { ApiKeyQueries } from '../api-keys/api-keys.queries.js';
import type { UserQueries } from './users.queries.js';

/** Keys and invites of users by the read models, once these show all that is in the log. */
export class VisibleBelongings implements UserBelongings {
  constructor(
    private readonly keys: Pick<ApiKeyQueries, 'activeOf'>,
    private readonly users: Pick<UserQueries, 'openInvites' | 'accountOf'>,
    private readonly eventStore: Pick<EventStore, 'head'>,
    private readonly progress: Pick<ProjectionProgress, 'waitFor'>,
  ) {}

  async keysOf(organizationId: string, subject: string): Promise<OwnedKey[]> {
    await this.caughtUp('api-keys');
    return this.keys.activeOf(organizationId, subject, new Date().toISOString());
  }

  async accountOf(organizationId: string, subject: string): Promise<string | undefined> {
    await this.caughtUp('users');
    return this.users.accountOf(organizationId, subject);
  }

  async invitesOf(organizationId: string, subject: string): Promise<string[]> {
    await this.caughtUp('users');
    return this.users.openInvites(organizationId, subject, new Date().toISOString());
  }

  private async caughtUp(projection: string): Promise<void> {
    if (await this.progress.waitFor([projection], await this.eventStore.head())) return;
    throw new Rejection('service_unavailable', {
      message: 'The keys and the invites of the user cannot be known now; try again.',
      retryAfter: 1,
    });
  }
}

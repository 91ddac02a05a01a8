import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

/** Times of a session of a user. Its token is not among what is shown. */
export interface SessionRecord {
  id: string;
  began_at: string;
  /** End of its life however much it is used. */
  expires_at: string;
  /** When its user signed out, or somebody ended it; null where neither has happened. */
  ended_at: string | null;
}

type Row = Omit<SessionRecord, 'began_at'> & { created_at: string };

const ofAccount = `
  select id, created_at, expires_at, ended_at
    from (select *, began_at as created_at from read_model.user_session) s
   where organization_id = $1 and account_id = $2`;

/** A reader of its own write has to wait for the projection `sessions`. */
export class SessionQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /**
   * Lists the sessions of an account, newest first, those that have ended too.
   * @throws Rejection `invalid_request` when the cursor is not of this list; NoSlotError
   */
  async listOf(
    organizationId: string,
    accountId: string,
    page: PageRequest,
  ): Promise<{ sessions: SessionRecord[]; pagination: Pagination }> {
    const list = {
      name: 'sessions_of_account',
      table: 'read_model.user_session',
      select: ofAccount,
      alias: 's',
      values: [organizationId, accountId] as const,
      count: `select count(*) as total from (${ofAccount}) as counted`,
    };
    const { rows, pagination } = await readNewestFirst<Row>(this.readModels, list, page);
    const sessions = rows.map(({ id, created_at, expires_at, ended_at }) => ({
      id,
      began_at: created_at,
      expires_at,
      ended_at,
    }));
    return { sessions, pagination };
  }
}

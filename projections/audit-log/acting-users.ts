import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { erased, openLayers, textIn } from '#libs/read-side/read-models/personal-data.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { NamedUser } from '#libs/reports/report-people.js';
import { UserQueries } from '../users/users.queries.js';

/** The newest entry of each of the references: its seal has the id of the user. */
const seals = `
  select asked.subject, newest.sealed_client as sealed
    from unnest($2::text[]) as asked(subject)
   cross join lateral (
     select sealed_client from read_model.audit_log
      where organization_id = $1 and subject = asked.subject order by number desc limit 1) newest`;

const nobody: NamedUser = { user_id: erased, user_name: null, user_email: null };

/** Says who acted, by the references of the audit log, with the names that are known now. */
export class ActingUsers {
  private readonly users: Pick<UserQueries, 'namesOf'>;

  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {
    this.users = new UserQueries(readModels, subjectKeys);
  }

  /** A user who is erased is `[erased]`, and has no name. */
  async of(organizationId: string, subjects: readonly string[]): Promise<(subject: string) => NamedUser> {
    const rows =
      subjects.length === 0
        ? []
        : await this.readModels.query<{ subject: string; sealed: string }[]>(seals, [organizationId, subjects]);
    const opened = await openLayers(
      this.subjectKeys,
      rows.map((row) => ({ ...row, innerSubject: null })),
    );
    const names = await this.users.namesOf(organizationId, subjects);
    const users = new Map(
      rows.map(({ subject }, index): [string, NamedUser] => {
        const found = names.get(subject);
        const user = { user_id: textIn(opened[index]?.outer, 'user_id') };
        return [subject, { ...user, user_name: found?.name || null, user_email: found?.email || null }];
      }),
    );
    return (subject) => users.get(subject) ?? nobody;
  }
}

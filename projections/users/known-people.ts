import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { UserQueries } from './users.queries.js';

/** Names of users, by their ids; an e-mail address is missing of an owner without an account. */
export type KnownPeople = Record<string, { name: string; email?: string }>;

/** Persons that are looked up for one answer at most: as many as a page has entries. */
const maxPeople = 1_000;

const isUserId = (id: string): boolean => id.startsWith('usr_');

/** The users among the ids who are known and not erased, as they are called now. */
export const knownPeople = async (
  subjectKeys: Pick<SubjectKeys, 'findMany'>,
  users: Pick<UserQueries, 'namesOf'>,
  organizationId: string,
  ids: Iterable<string>,
): Promise<KnownPeople> => {
  const wanted = [...new Set(ids)].filter(isUserId).slice(0, maxPeople);
  const subjects = await subjectKeys.findMany(organizationId, wanted);
  const names = await users.namesOf(organizationId, [...subjects.values()]);
  const people: KnownPeople = {};
  for (const id of wanted) {
    const found = names.get(subjects.get(id) ?? '');
    if (found !== undefined) people[id] = { name: found.name, ...(found.email !== '' && { email: found.email }) };
  }
  return people;
};

import { Rejection } from '#libs/domain/errors/rejection.js';
import { lineText } from '#libs/platform/line-text/line-text.js';
import type { Service } from './service.js';

/** Organizations that a message lists; the rest is counted. */
const listedAtMost = 20;

type Chosen = Pick<Service, 'pool' | 'caughtUp'>;

/** Lines with the id and name of every organization, the oldest first. */
const organizationLines = async ({ pool }: Chosen): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string; name: string; total: number }>(
    `select id, name, count(*) over ()::int as total from read_model.organization order by created_at, id limit $1`,
    [listedAtMost],
  );
  const more = (rows[0]?.total ?? 0) - rows.length;
  return [
    ...rows.map(({ id, name }) => `  ${id}  ${lineText(name)}`),
    ...(more > 0 ? [`  and ${more} more: organization list`] : []),
  ];
};

const isKnown = async ({ pool }: Chosen, id: string): Promise<boolean> => {
  const { rows } = await pool.query('select from read_model.organization where id = $1', [id]);
  return rows.length > 0;
};

const unknown = (id: string, lines: readonly string[]): Rejection =>
  new Rejection('not_found', {
    message: [`There is no organization ${id}.${lines.length === 0 ? '' : ' There are:'}`, ...lines].join('\n'),
  });

const nothingYet = (): Rejection => new Rejection('not_found', { message: 'There is no organization yet.' });

/** The named organization, or the only one when there is just one. @throws Rejection that lists those that there are */
export const chooseOrganization = async (service: Chosen, named: string | undefined): Promise<string> => {
  await service.caughtUp('organizations', 'api-keys');
  if (named !== undefined) {
    if (await isKnown(service, named)) return named;
    throw unknown(named, await organizationLines(service));
  }
  const { rows } = await service.pool.query<{ id: string }>('select id from read_model.organization limit 2');
  const [only, ...others] = rows;
  if (only === undefined) throw nothingYet();
  if (others.length === 0) return only.id;
  const message = [
    'There are several organizations: name one with --organization.',
    ...(await organizationLines(service)),
  ];
  throw new Rejection('invalid_request', { message: message.join('\n') });
};

/**
 * Does something to the organization that has to be named, also where there is one alone. It needs no read model, unless the
 * organization is missing or not known. @throws Rejection that lists those that there are
 */
export const withNamedOrganization = async (
  service: Chosen,
  named: string | undefined,
  work: (id: string) => Promise<void>,
): Promise<string> => {
  if (named !== undefined) {
    try {
      await work(named);
      return named;
    } catch (error) {
      if (!(error instanceof Rejection && error.code === 'not_found')) throw error;
    }
  }
  await service.caughtUp('organizations');
  const lines = await organizationLines(service);
  if (named !== undefined) throw unknown(named, lines);
  if (lines.length === 0) throw nothingYet();
  throw new Rejection('invalid_request', { message: ['Name the organization by its id.', ...lines].join('\n') });
};

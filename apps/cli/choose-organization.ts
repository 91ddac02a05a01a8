import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Service } from './service.js';

/** The named organization, or the only one when there is just one. @throws Rejection */
export const chooseOrganization = async (service: Service, named: string | undefined): Promise<string> => {
  await service.caughtUp('organizations', 'api-keys');
  const { rows: found } = await service.pool.query<{ id: string }>(
    'select id from read_model.organization where $1::text is null or id = $1 limit 2',
    [named ?? null],
  );
  const [only, ...others] = found;
  if (only === undefined) {
    const message = named === undefined ? 'There is no organization yet.' : `There is no organization ${named}.`;
    throw new Rejection('not_found', { message });
  }
  if (others.length > 0) {
    throw new Rejection('invalid_request', {
      message: 'There are several organizations: name one with --organization.',
    });
  }
  return only.id;
};

import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import type { DatabaseAddress } from '#libs/platform/postgres/database-address.js';

type Addresses = Pick<Settings, 'DATABASE_URL' | 'TRANSLEDGER_DATABASE_DIRECT_URL'>;

/** @throws ConfigurationError when none is set: only a supervisor provides an embedded database */
export const databaseAddressOf = ({
  DATABASE_URL: url,
  TRANSLEDGER_DATABASE_DIRECT_URL: directUrl = url,
}: Addresses): DatabaseAddress => {
  if (url === undefined || directUrl === undefined) {
    throw new ConfigurationError(['DATABASE_URL must be set for a role that runs alone']);
  }
  return { url, directUrl };
};

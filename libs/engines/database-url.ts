import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';

/** @throws ConfigurationError when none is set: only a supervisor provides an embedded database */
export const databaseUrlOf = ({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): string => {
  if (DATABASE_URL === undefined) throw new ConfigurationError(['DATABASE_URL must be set for a role that runs alone']);
  return DATABASE_URL;
};

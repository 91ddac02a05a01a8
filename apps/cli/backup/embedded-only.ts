import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';

/** How to save what a setting leads to, where that is no part of the data folder. */
const elsewhere = {
  DATABASE_URL:
    'the event log and the read models are in a PostgreSQL server of your own: back it up with its own tools',
  EVENTSTORE_URL: 'the event log is in an event store of your own: back it up with its own tools',
  S3_BUCKET: 'documents are in a bucket of your own: copy it, or let it keep versions',
} as const;

/** @throws ConfigurationError where not everything is in the data folder, naming what is not, and what to do instead */
export const assertEmbedded = (settings: Settings): void => {
  const names = ['DATABASE_URL', 'EVENTSTORE_URL', 'S3_BUCKET'] as const;
  const problems = names.flatMap((name) => (settings[name] === undefined ? [] : [`${name}: ${elsewhere[name]}`]));
  if (problems.length === 0) return;
  throw new ConfigurationError([
    ...problems,
    'backup and restore are for what the data folder holds; docs/operations.md, "Data and backup", has the order for a cluster',
  ]);
};

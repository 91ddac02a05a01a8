import type { Query } from '@transledger/sdk';
import { type Command, Option } from 'commander';
import { toSeveral } from '../option-values.js';

/** The filters of list and export, by their names in the API; a place is kept by them in this order. */
const filters = {
  start: '<time>: from this time on, RFC 3339 or a date for its midnight UTC',
  end: '<time>: before this time',
  action: '<actions>: of these actions, repeated or separated by commas',
  resource: '<kind>: about what is of this kind',
  resource_id: '<id>: about what has this id',
  result: '<result>: success, failure or denied',
  user_id: '<user>: by this user, an id or an e-mail address',
  key_id: '<id>: made with this key',
  ip_address: '<address>: from this address',
  request_id: '<id>: of this request',
} as const;

type FilterName = keyof typeof filters;
export type AuditFilters = Pick<Query<'exportAuditLog'>, FilterName>;

const optionName = (name: string): string => name.replaceAll('_', '-');
const propertyName = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Adds an option for each filter, with dashes in its name. */
export const addAuditFilters = (command: Command): Command => {
  for (const [name, text] of Object.entries(filters)) {
    const [value, description] = text.split(': ', 2);
    const option = new Option(`--${optionName(name)} ${value}`, description);
    command.addOption(name === 'action' ? option.argParser<readonly string[]>(toSeveral) : option);
  }
  return command;
};

/** The filters that were given, from the options of the command. */
export const auditFiltersIn = (options: object): AuditFilters =>
  Object.fromEntries(
    Object.keys(filters).flatMap((name) => {
      const value: unknown = Reflect.get(options, propertyName(name));
      return value === undefined ? [] : [[name, value]];
    }),
  );

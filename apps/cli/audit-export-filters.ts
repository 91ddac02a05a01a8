import { type Command, Option } from 'commander';
import { auditResources, auditResults } from '#libs/domain/audit/audit-vocabulary.js';
import { timeForm } from './arguments.js';

interface Filter {
  value: string;
  description: string;
  choices?: readonly string[];
}

/** The filters of an export as the API names them. The place of `--since-last` is kept by them in this order. */
const filters = {
  start: { value: 'time', description: `from this time on (${timeForm})` },
  end: { value: 'time', description: `before this time (${timeForm})` },
  action: { value: 'actions...', description: 'of these actions, one after the other or separated by commas' },
  resource: { value: 'kind', description: 'about what is of this kind', choices: auditResources },
  resource_id: { value: 'id', description: 'about what has this id' },
  result: { value: 'result', description: 'with this result', choices: auditResults },
  user_id: { value: 'id', description: 'by this user' },
  key_id: { value: 'id', description: 'made with this key' },
  ip_address: { value: 'address', description: 'from this address' },
  request_id: { value: 'id', description: 'of this request' },
} as const satisfies Record<string, Filter>;

/** Adds an option for each filter, with dashes in its name. */
export const addFilters = (command: Command): Command => {
  for (const [name, { value, description, choices }] of Object.entries<Filter>(filters)) {
    const option = new Option(`--${name.replaceAll('_', '-')} <${value}>`, description);
    command.addOption(choices === undefined ? option : option.choices(choices));
  }
  return command;
};

/** The filters that were given, from the options of the command. */
export const filtersIn = (options: object): Record<string, string> =>
  Object.fromEntries(
    Object.keys(filters).flatMap((name) => {
      const value: unknown = Reflect.get(
        options,
        name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      );
      const text = Array.isArray(value) ? value.join(',') : value;
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );

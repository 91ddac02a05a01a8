import { encodeCursor } from '#libs/read-side/read-models/page.js';
import { addressOf, auditIdOf, keyOf, requestOf, startOfLog, userOf } from './sealed-audit-log.js';

/** A request to the audit log; `turn` makes those that ask for one entry ask for another each time. */
export interface AuditRequest {
  name: string;
  path: (size: number, turn: number) => string;
}

const timeOf = (entry: number): string => new Date(Date.parse(startOfLog) + entry * 1_000).toISOString();
/** The number of an entry that lies anywhere in the log, another each turn. */
const anyOf = (size: number, turn: number): number => 100 + (((turn + 1) * 7_919 * 104_729) % (size - 200));

const page = (name: string, queryOf: (size: number, turn: number) => string): AuditRequest => ({
  name,
  path: (size, turn) => `?limit=100&${queryOf(size, turn)}`,
});
const deep = (size: number): string => `cursor=${encodeCursor('audit_log', [Math.floor(size / 2)])}`;
const since = (size: number): string => `start=${timeOf(Math.floor(size / 4))}`;
const until = (size: number): string => `end=${timeOf(Math.floor((size * 3) / 4))}`;

const filters: AuditRequest[] = [
  page('no filter', () => ''),
  page('`action` (1 of 2)', () => 'action=translate'),
  page('two actions (2 of 3)', () => 'action=translate,detect'),
  page('`resource` (1 of 3)', () => 'resource=document'),
  page('`user_id` (1 of 50)', () => `user_id=${userOf(7)}`),
  page('`ip_address` (1 of 50)', () => `ip_address=${addressOf(7)}`),
  page('`key_id` (1 of 4)', () => `key_id=${keyOf(1)}`),
  page('`result` (1 of 64)', () => 'result=failure'),
  page('`start`, `end` (half)', (size) => `${since(size)}&${until(size)}`),
  page('`action`, `user_id`', () => `action=detect&user_id=${userOf(7)}`),
  page(
    '`action`, `user_id`, `start`, `end`',
    (size) => `action=translate&user_id=${userOf(7)}&${since(size)}&${until(size)}`,
  ),
];

const singles: AuditRequest[] = [
  page('`resource_id` (one)', (size, turn) => `resource_id=${requestOf(anyOf(size, turn))}`),
  page('`request_id` (one)', (size, turn) => `request_id=${requestOf(anyOf(size, turn))}`),
];

const proofs: AuditRequest[] = [
  { name: 'inclusion: `/{id}/proof`', path: (size, turn) => `/${auditIdOf(anyOf(size, turn))}/proof` },
  { name: 'entry and proof: `/{id}`', path: (size, turn) => `/${auditIdOf(anyOf(size, turn))}` },
  {
    name: 'inclusion in an earlier tree: `/{id}/proof?size=`',
    path: (size, turn) =>
      `/${auditIdOf(anyOf(size, turn) % Math.floor(size / 2))}/proof?size=${Math.floor(size / 2) + turn}`,
  },
  {
    name: 'consistency: `/consistency?from=&to=`',
    path: (size, turn) =>
      `/consistency?from=${anyOf(size, turn) % Math.floor(size / 2)}&to=${Math.floor(size / 2) + turn}`,
  },
  { name: 'earlier head: `/checkpoint?size=`', path: (size, turn) => `/checkpoint?size=${anyOf(size, turn)}` },
];

/** Pages with each filter, the same from half of the log on, and proofs. */
export const auditRequests: readonly AuditRequest[] = [
  ...filters,
  ...filters.map(({ name, path }) => ({
    name: `${name}, \`cursor\` at half of the log`,
    path: (size: number, turn: number) => `${path(size, turn)}&${deep(size)}`,
  })),
  ...singles,
  ...proofs,
];

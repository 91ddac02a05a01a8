import type { JsonObject } from '#libs/domain/json.js';
import type { Foundation } from '#libs/engines/foundation.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { apiKeys } from '#projections/api-keys/api-keys.projection.js';
import { rowStateOf } from '#projections/api-keys/row-state.js';
import { FirstKeyFile } from './first-key-file.js';

const organizationName = 'My organization';

/** Key of the advisory lock of first starts: of several services on one database, one looks at a time. */
const firstStartLock = 7_204_118_227;

/** The first such event of a type, wherever it is in a log that may hold other applications' events before it. */
const firstOf = async (
  eventStore: EventStore,
  type: string,
  after: Position,
  isWanted: (data: JsonObject) => boolean = () => true,
): Promise<JsonObject | undefined> => {
  for (let position = after; ; ) {
    const page = await eventStore.readAll({ after: position, types: [type], limit: 1 });
    const [event] = page.events;
    if (event !== undefined && isWanted(event.data)) return event.data;
    if (page.atEnd) return undefined;
    position = page.position;
  }
};

/** Whether a key, or this one where a hash is given, was ever made: as the read model says, and the log behind it. */
const hasKey = async ({ pool, eventStore }: Foundation, hash?: string): Promise<boolean> => {
  const run = async <Row>(sql: string, values: unknown[]) => (await pool.query(sql, values)).rows as Row[];
  const [keys] = await run<{ exist: boolean }>(
    'select exists (select from read_model.api_key where secret_hash = coalesce($1, secret_hash)) as exist',
    [hash ?? null],
  );
  if (keys?.exist === true) return true;
  const { position, parkedStreams } = await rowStateOf(run, [apiKeys]);
  const from = parkedStreams.length === 0 ? await new LogTrail(pool, eventStore).soundTo(position) : START;
  const isIt = ({ secretHash }: JsonObject) => hash === undefined || secretHash === hash;
  for (const type of ['ApiKeyCreated', 'ApiKeyIssuedByRotation'])
    if ((await firstOf(eventStore, type, from, isIt)) !== undefined) return true;
  return false;
};

/** Runs the work while no other process that is given this database does so. The lock ends with its transaction. */
const alone = <T>({ pool }: Foundation, work: () => Promise<T>): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [firstStartLock]);
    return work();
  });

const ownerOf = async (eventStore: EventStore, subjectKeys: SubjectKeys) => {
  const created = await firstOf(eventStore, 'UserCreated', START);
  if (created === undefined) return undefined;
  const subject = String(created.subject);
  const opened = await subjectKeys.open(subject, String(created.sealedUser));
  return typeof opened?.user_id === 'string' ? { subject, userId: opened.user_id } : undefined;
};

const createFirstKey = async (foundation: Foundation, settings: Settings, presetKey: string): Promise<void> => {
  const { eventStore, subjectKeys } = foundation;
  const created = await firstOf(eventStore, 'OrganizationCreated', START);
  const organizationId = created === undefined ? newId('org') : String(created.organizationId);
  const organization = {
    name: organizationName,
    tier: settings.TRANSLEDGER_BOOTSTRAP_TIER,
    ownerName: settings.TRANSLEDGER_BOOTSTRAP_OWNER,
    presetKey,
    existing: { organization: created !== undefined, owner: await ownerOf(eventStore, subjectKeys) },
  };
  // Later starts do without the handlers.
  const { sendAsOperator } = await import('#libs/application/operator-commands.js');
  const { CreateOrganization } = await import('#libs/application/organizations/create-organization.handler.js');
  await sendAsOperator(
    foundation,
    { organizationId, userAgent: 'transledger first start' },
    (metadata) => new CreateOrganization(organization, metadata),
  );
};

/**
 * Where the first key is: made by this start and in its file; in the file since an earlier one, which no terminal has shown; given
 * by its setting to this start; or known to whoever was shown it.
 */
export type FirstKey = { from: 'made'; key: string } | { from: 'file' | 'setting' | 'earlier' };

/** A file whose key was never made, since another service on the database made one, would mislead: it is removed. */
const keptKey = async (foundation: Foundation, file: FirstKeyFile): Promise<FirstKey> => {
  const key = await file.read();
  if (key !== undefined && (await hasKey(foundation, hashApiKey(key)))) return { from: 'file' };
  await file.remove();
  return { from: 'earlier' };
};

/**
 * Creates, on the very first start, an organization, its owner and a key with every scope. The key is in its file before
 * it is valid, so that a start broken off half way loses none: the next goes on where it was, with the same key. Of
 * several starts at once on one database one creates them.
 */
export const ensureFirstKey = (foundation: Foundation, settings: Settings): Promise<FirstKey> =>
  alone(foundation, async () => {
    const file = new FirstKeyFile(settings.TRANSLEDGER_DATA_DIR);
    if (await hasKey(foundation)) return keptKey(foundation, file);
    const { TRANSLEDGER_BOOTSTRAP_API_KEY: given } = settings;
    if (given !== undefined) {
      await createFirstKey(foundation, settings, given);
      await file.remove();
      return { from: 'setting' };
    }
    const key = (await file.read()) ?? generateApiKey();
    await file.write(key);
    await createFirstKey(foundation, settings, key);
    return { from: 'made', key };
  });

import type { JsonObject } from '#libs/domain/json.js';
import type { Foundation } from '#libs/engines/foundation.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { apiKeys } from '#projections/api-keys/api-keys.projection.js';
import { rowStateOf } from '#projections/api-keys/row-state.js';

const organizationName = 'My organization';

/** Key of the advisory lock of first starts: of several services on one database, one looks at a time. */
const firstStartLock = 7_204_118_227;

/** The first event of a type, wherever it is in a log that may hold other applications' events before it. */
const firstOf = async (eventStore: EventStore, type: string, after: Position): Promise<JsonObject | undefined> => {
  for (let position = after; ; ) {
    const page = await eventStore.readAll({ after: position, types: [type], limit: 1 });
    const [event] = page.events;
    if (event !== undefined) return event.data;
    if (page.atEnd) return undefined;
    position = page.position;
  }
};

/** Whether a key was ever made: as the read model says, and the log behind it. */
const hasKey = async ({ pool, eventStore }: Foundation): Promise<boolean> => {
  const run = async <Row>(sql: string, values: unknown[]) => (await pool.query(sql, values)).rows as Row[];
  const [keys] = await run<{ exist: boolean }>('select exists (select from read_model.api_key) as exist', []);
  if (keys?.exist === true) return true;
  const { position, parkedStreams } = await rowStateOf(run, [apiKeys]);
  const from = parkedStreams.length === 0 ? await new LogTrail(pool, eventStore).soundTo(position) : START;
  for (const type of ['ApiKeyCreated', 'ApiKeyIssuedByRotation'])
    if ((await firstOf(eventStore, type, from)) !== undefined) return true;
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

const createFirstKey = async (foundation: Foundation, settings: Settings): Promise<string> => {
  const { eventStore, subjectKeys } = foundation;
  const created = await firstOf(eventStore, 'OrganizationCreated', START);
  const organizationId = created === undefined ? newId('org') : String(created.organizationId);
  const organization = {
    name: organizationName,
    tier: settings.TRANSLEDGER_BOOTSTRAP_TIER,
    ownerName: settings.TRANSLEDGER_BOOTSTRAP_OWNER,
    presetKey: settings.TRANSLEDGER_BOOTSTRAP_API_KEY,
    existing: { organization: created !== undefined, owner: await ownerOf(eventStore, subjectKeys) },
  };
  // Later starts do without the handlers.
  const { sendAsOperator } = await import('#libs/application/operator-commands.js');
  const { CreateOrganization } = await import('#libs/application/organizations/create-organization.handler.js');
  const { key } = await sendAsOperator(
    foundation,
    { organizationId, userAgent: 'transledger first start' },
    (metadata) => new CreateOrganization(organization, metadata),
  );
  return key;
};

/**
 * Creates, on the very first start, an organization, its owner and a key with every scope, which is returned once
 * and never again. Of several starts at once on one database one creates them. A start broken off half way continues
 * where it was.
 */
export const ensureFirstKey = (foundation: Foundation, settings: Settings): Promise<string | undefined> =>
  alone(foundation, async () => ((await hasKey(foundation)) ? undefined : await createFirstKey(foundation, settings)));

import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatAuditId } from '#libs/audit/audit-id.js';
import { guardsOff, guardsOn } from '#libs/ports/event-store/postgres/unguarded-log.fixture.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { rowsOf, runStatements } from './service-database.js';
import { verifiedLog } from './verified-log.js';

interface Entry {
  id: string;
  leaf: string;
}

const logs = '/v1/compliance/audit-logs';
/** Entry whose event is tampered with, and the one behind it. */
const [number, next] = [2, 3];
/** Characters that the act is made to have been of. */
const characters = 9_999;

/** The events of a database of the service's own; a service of its own too, as logs that were tampered with are signed no more. */
describe.skipIf(process.env.E2E_CLUSTER !== undefined || process.env.E2E_EVENTSTORE_URL !== undefined)(
  'an audit log whose events somebody with rights over the database has written to',
  () => {
    let service: RunningService;
    let organization: string;
    let own: RunningService;
    /** In the order of the log. */
    let entries: Entry[];
    let eventIds: string[];

    beforeAll(async () => {
      service = await RunningService.start({ settings: { TRANSLEDGER_INFERENCE: 'echo' } });
    });
    afterAll(() => service.dispose());

    beforeEach(async () => {
      const create = ['organization', 'create', '--name', 'Tampered with', '--tier', 'max'];
      const made = await commandLine<{ organization_id: string; api_key: string }>(service, ...create);
      organization = made.organization_id;
      own = service.as(made.api_key);
      for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.'])
        expect((await own.postJson('/v1/translate', { text, source: 'en', target: 'es' })).status).toBe(200);
      const shown = await data<{ entries: { id: string }[] }>('?limit=100');
      const ids = shown.entries.map(({ id }) => id).toReversed();
      await eventually(
        // There is none before the first signature.
        () => data<{ size: number } | undefined>('/checkpoint'),
        (checkpoint) => checkpoint?.size === ids.length,
      );
      const proofs = await Promise.all(ids.map((id) => data<{ leaf: string }>(`/${id}/proof`)));
      entries = ids.map((id, at) => ({ id, leaf: Buffer.from(proofs[at]?.leaf ?? '', 'base64').toString() }));
      eventIds = entries.map(({ leaf }) => JSON.parse(leaf).event_id);
      expect(await verify()).toMatchObject({ code: 0, verdict: { verified: true, signed: ids.length } });
    });

    const data = async <Data>(path: string): Promise<Data> =>
      ((await (await own.fetch(`${logs}${path}`)).json()) as { data: Data }).data;

    const verify = () => verifiedLog(service, organization);

    /** Changes events as a superuser can, who turns the guards of the log off; at once, so that no reader sees half of it. */
    const rewriteLog = (...statements: [string, ...unknown[]][]): Promise<void> =>
      runStatements(service, ['begin'], [guardsOff], ...statements, [guardsOn], ['commit']);

    const rewriteEvent = (): Promise<void> =>
      rewriteLog([
        `update event_store.events set data = jsonb_set(data::jsonb, '{characterCount}', $2::jsonb)::json where id = $1`,
        eventIds[number],
        String(characters),
      ]);

    /** Writes the entry anew as the rewritten event makes it, leaf hash included, as a superuser can who turns the triggers off. */
    const rewriteEntry = (): Promise<void> => {
      const leaf = JSON.parse(entries[number]?.leaf ?? '');
      leaf.metadata.character_count = characters;
      const leafHash = hash('sha256', `\0${JSON.stringify(leaf)}`, 'buffer');
      return runStatements(
        service,
        ['alter table read_model.audit_log disable trigger user'],
        [
          'update read_model.audit_log set metadata = $2, leaf_hash = $3 where id = $1',
          leaf.id,
          JSON.stringify(leaf.metadata),
          leafHash,
        ],
        ...['refuse_change', 'refuse_truncate'].map((name): [string] => [
          `alter table read_model.audit_log enable always trigger ${name}`,
        ]),
      );
    };

    const deleteEvent = (at: number): Promise<void> =>
      rewriteLog(['delete from event_store.events where id = $1', eventIds[at]]);

    /** Two events change places in the log. */
    const swapEvents = async (): Promise<void> => {
      const ids = [eventIds[number], eventIds[next]];
      const rows = await rowsOf<{ position: string }>(
        service,
        'select position from event_store.events where id = any($1) order by position',
        ids,
      );
      const [first, second] = rows.map(({ position }) => position);
      const move = 'update event_store.events set position = $2 where position = $1';
      await rewriteLog([move, first, 9_000_000], [move, second, first], [move, 9_000_000, second]);
    };

    const rebuild = async (): Promise<void> => {
      const { comparison } = await commandLine<{ comparison: { kind: string } }>(
        service,
        ...['projections', 'rebuild', 'audit-log', '--force'],
      );
      expect(comparison.kind).toBe('different');
    };

    it.each<[string, (() => Promise<void>)[], () => string | undefined, () => string]>([
      ['rewritten', [rewriteEvent], () => entries[number]?.id, () => 'the entry is not what its event says'],
      [
        'rewritten together with its entry',
        [rewriteEvent, rewriteEntry],
        () => entries[0]?.id,
        () => 'this or an entry behind it is not what was signed',
      ],
      [
        'rewritten before the projection was rebuilt',
        [rewriteEvent, rebuild],
        () => entries[0]?.id,
        () => 'this or an entry behind it is not what was signed',
      ],
      ['deleted', [() => deleteEvent(number)], () => entries[number]?.id, () => 'no event has made the entry'],
      [
        'deleted before the projection was rebuilt',
        [() => deleteEvent(number), rebuild],
        () => undefined,
        () => `${entries.length - 1} entries are left of ${entries.length} that were signed`,
      ],
      [
        'given the place of another',
        [swapEvents],
        () => formatAuditId(number, eventIds[next] ?? ''),
        () => `another entry stands in its place: ${entries[number]?.id}`,
      ],
      [
        'given the place of another before the projection was rebuilt',
        [swapEvents, rebuild],
        () => entries[0]?.id,
        () => 'this or an entry behind it is not what was signed',
      ],
      // Last: the next event gets its position again, which the projector has passed.
      [
        'deleted, being the last',
        [() => deleteEvent(entries.length - 1)],
        () => entries.at(-1)?.id,
        () => 'no event has made the entry',
      ],
    ])('an event that was %s shows, with exit code 1', async (_what, acts, entryId, reason) => {
      for (const act of acts) await act();
      expect(await verify()).toEqual({
        code: 1,
        verdict: {
          verified: false,
          organization_id: organization,
          entry_id: entryId() ?? null,
          reason: expect.stringContaining(reason()),
        },
      });
    });
  },
);

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { toAppendRequest } from '#libs/event-store/append-request.js';
import { appendFunction } from '#libs/event-store/postgres/append-function.js';
import { appendStatement } from '#libs/event-store/postgres/append-statement.js';
import { migrateEventStore } from '#libs/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/event-store/postgres/postgres-event-store.js';

const url = readFileSync('/tmp/es/url', 'utf8');
const admin = new Client({ connectionString: url });
await admin.connect();
await admin.query('drop schema if exists event_store cascade');
await migrateEventStore(url);
const store = await connectPostgresEventStore({ connectionString: url });
const ev = () => ({
  id: randomUUID(),
  type: 'T',
  version: 1,
  data: { a: 'x'.repeat(300) },
  metadata: { b: 'y'.repeat(400) },
});
const piped = new Client({ connectionString: url, pipeline: true });
await piped.connect();
const stmt = (s: string) => appendStatement([toAppendRequest(s, [ev()], 'any')]);
await admin.query(
  'create schema if not exists x; drop table if exists x.l; create table x.l(position bigint primary key, stream text, revision bigint, id uuid, type text, version int, data json, metadata json, at timestamptz, unique(stream,revision))',
);
let n = 0;
await store.append('a', [ev()], 'any');
const pidOf = async () =>
  (await admin.query(`select pid from pg_stat_activity where application_name='transledger-event-store-appends'`))
    .rows[0].pid;
const storePid = await pidOf();
const ways: [string, number, () => Promise<unknown>][] = [
  [
    'bare',
    (admin as any).processID,
    () => {
      n++;
      const e = ev();
      return admin.query({
        name: 'b',
        text: 'insert into x.l values($1,$2,$3,$4,$5,$6,$7,$8,now())',
        values: [n, 's', n, e.id, e.type, 1, JSON.stringify(e.data), JSON.stringify(e.metadata)],
      });
    },
  ],
  ['function', (piped as any).processID, () => piped.query(stmt('f'))],
  [
    'nonotify',
    (piped as any).processID,
    () =>
      piped.query({
        ...stmt('f'),
        name: 'nn',
        text: String(stmt('f').text).replace('event_store.append', 'event_store.append2'),
      }),
  ],
  ['store', storePid, () => store.append('a', [ev()], 'any')],
];
await admin.query(
  appendFunction.replace('event_store.append(', 'event_store.append2(').replace(/perform pg_notify[^;]*;/, ''),
);
const cpu = (pid: number) => {
  const p = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  return (Number(p[11]) + Number(p[12])) * 10_000;
};
const all: Record<string, number[][]> = {};
for (let r = 0; r < 5; r++)
  for (const [k, pid, w] of ways) {
    const s = cpu(pid),
      c = process.cpuUsage();
    const lat: number[] = [];
    for (let i = 0; i < 1500; i++) {
      const t = performance.now();
      await w();
      lat.push(performance.now() - t);
    }
    const d = process.cpuUsage(c);
    lat.sort((a, b) => a - b);
    if (r)
      (all[k] ??= []).push([
        (cpu(pid) - s) / 1500,
        (d.user + d.system) / 1500,
        (lat[750] ?? 0) * 1000,
        (lat[150] ?? 0) * 1000,
      ]);
  }
for (const k in all) {
  const m = [0, 1, 2, 3].map((j) =>
    (all[k] ?? [])
      .map((x) => x[j] ?? 0)
      .toSorted((a, b) => a - b)[1]
      ?.toFixed(0),
  );
  console.log(k.padEnd(10), 'server cpu', m[0], 'client cpu', m[1], 'p50', m[2], 'p10', m[3]);
}
await store.close();
await admin.end();
await piped.end();

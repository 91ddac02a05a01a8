import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PostgresPair } from '#test/servers/postgres-pair.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { PersistentCallers, placesInLog, requestsInLog } from './persistent-callers.js';
import { RoleNode } from './role-node.js';
import { newDataDir } from './running-service.js';

/** An API and a projector on a primary and its standby. */
class Site {
  private constructor(
    readonly dataDir: string,
    readonly database: PostgresPair,
    readonly settings: Record<string, string>,
    readonly nodes: readonly RoleNode[],
  ) {}

  static async start(isSynchronous: boolean): Promise<Site> {
    const dataDir = await newDataDir();
    const database = await PostgresPair.start({ folder: join(dataDir, 'postgres'), isSynchronous });
    const settings = {
      DATABASE_URL: database.url,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_INFERENCE: 'echo',
      TRANSLEDGER_LOG_LEVEL: 'warn',
      TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
    };
    const nodes = await Promise.all((['api', 'projector'] as const).map((role) => RoleNode.start(role, settings)));
    await Promise.all(nodes.map((node) => node.untilReady()));
    return new Site(dataDir, database, settings, nodes);
  }

  get url(): string {
    return this.nodes[0]?.url ?? '';
  }

  get output(): string {
    return this.nodes.map(({ output }) => output).join('');
  }

  commandLine<T>(...args: string[]): Promise<T> {
    return runCommandLine<T>(this.settings, ...args);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.dispose()));
    await this.database.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

interface Entry {
  request_id: string;
  result: string;
}

/** The requests that the audit log has as translated, newest first. */
const auditedRequests = async (site: Site, apiKey: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const query = `limit=1000&action=translate${cursor && `&cursor=${cursor}`}`;
    const answer = await fetch(`${site.url}/v1/compliance/audit-logs?${query}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    if (!answer.ok) return [];
    const { data } = (await answer.json()) as {
      data: { entries: Entry[]; pagination: { next_cursor: string | null } };
    };
    const { next_cursor: next } = data.pagination;
    ids.push(...data.entries.filter(({ result }) => result === 'success').map((entry) => entry.request_id));
    if (!next) return ids;
    cursor = next;
  }
};

const statusOf = async (site: Site, apiKey: string): Promise<number> =>
  (await fetch(`${site.url}/v1/organization`, { headers: { authorization: `Bearer ${apiKey}` } })).status;

/** The positions that the log of a process names as lost. */
const lostPlaces = (output: string) => {
  const [, first, last] = /are lost, at positions (\d+) to (\d+)/.exec(output) ?? [];
  return { first: Number(first), last: Number(last) };
};

describe('PostgreSQL fails over to its streaming replica', { timeout: 600_000 }, () => {
  let site: Site;
  afterEach(() => site.stop());

  const organization = () =>
    site.commandLine<{ api_key: string; organization_id: string }>(
      ...['organization', 'create', '--name', 'Acme', '--tier', 'max'],
    );

  it('nothing is lost or repeated with a synchronous one, under callers that repeat what is not answered', async () => {
    site = await Site.start(true);
    const { api_key: apiKey } = await organization();
    const callers = new PersistentCallers(site.url, apiKey);
    await callers.areTold();
    await site.database.failOver();
    await callers.areTold();
    await callers.end();
    const told = callers.told.map(({ requestId }) => requestId).toSorted();
    expect((await requestsInLog(site.database.url)).toSorted()).toEqual(told);
    await eventually(
      async () => (await auditedRequests(site, apiKey)).toSorted(),
      (audited) => audited.join() === told.join(),
      180_000,
    );
  });

  it('what an asynchronous one lost is named, and what comes after it is all there', async () => {
    site = await Site.start(false);
    const { api_key: apiKey, organization_id: id } = await organization();
    const callersBefore = new PersistentCallers(site.url, apiKey, 'before');
    await callersBefore.areTold();
    await callersBefore.end();
    await site.database.endStandby();
    const callersOfLost = new PersistentCallers(site.url, apiKey, 'lost');
    for (let turn = 0; turn < 5; turn += 1) await callersOfLost.areTold();
    await callersOfLost.end();
    const told = callersOfLost.told.map(({ requestId }) => requestId);
    await eventually(
      async () => new Set(await auditedRequests(site, apiKey)),
      (audited) => told.every((request) => audited.has(request)),
      180_000,
    );
    const places = await placesInLog(site.database.url);
    await site.database.failOver();
    const there = new Set(await requestsInLog(site.database.url));
    const lost = places.filter(({ request }) => !there.has(request)).map(({ position }) => position);
    expect(lost.length).toBeGreaterThan(0);

    const { id: keyId, key } = await site.commandLine<{ id: string; key: string }>(
      ...['keys', 'create', '--name', 'later', '--scopes', 'translate', '--organization', id],
    );
    await eventually(
      () => statusOf(site, key),
      (status) => status === 200,
      180_000,
    );
    await site.commandLine('keys', 'revoke', keyId, '--organization', id);
    await eventually(
      () => statusOf(site, key),
      (status) => status === 401,
      180_000,
    );
    const callersAfter = new PersistentCallers(site.url, apiKey, 'after');
    await callersAfter.areTold();
    await callersAfter.end();
    const after = callersAfter.told.map(({ requestId }) => requestId);
    await eventually(
      async () => {
        const audited = new Set(await auditedRequests(site, apiKey));
        return after.filter((request) => !audited.has(request));
      },
      (missing) => missing.length === 0,
      180_000,
    );
    expect(site.output).toContain('LogHistoryChangedError');
    expect(site.output).toContain('the keys are read again');
    expect(lostPlaces(site.output), site.output).toEqual({ first: Math.min(...lost), last: Math.max(...lost) });
  });
});

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoubleProcess, startDoubleProcess } from '#test/eventstore-double/double-process.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';

interface Audit {
  data: { entries: { request_id: string }[] };
}

/** Events of the log are noted every ten seconds, and by them a reader notices. */
const untilNotedMs = 12_000;

describe.skipIf(process.env.E2E_CLUSTER === '1')('an event log that is restored alone, beside its readers', () => {
  let folder: string;
  let double: DoubleProcess;
  let service: RunningService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-restored-log-'));
    double = await startDoubleProcess({ folder });
    service = await RunningService.start({ settings: { TRANSLEDGER_INFERENCE: 'echo', EVENTSTORE_URL: double.url } });
  }, 240_000);
  afterAll(async () => {
    await service?.dispose();
    await double?.server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Resolves with the request id. */
  const translate = async (): Promise<string> => {
    const answer = await service.postJson('/v1/translate', {
      text: 'The contract is signed.',
      source: 'en',
      target: 'es',
    });
    expect(answer.status).toBe(200);
    return answer.headers.get('x-request-id') ?? '';
  };
  const audited = async (): Promise<string[]> => {
    const answer = await service.fetch('/v1/compliance/audit-logs?action=translate&limit=1000');
    if (answer.status === 503) return []; // it is not that far yet
    expect(answer.status).toBe(200);
    return ((await answer.json()) as Audit).data.entries.map(({ request_id }) => request_id).toReversed();
  };
  const adopt = () =>
    runCommandLine<{ readers: { reader: string }[] }>(
      { ...service.commandLineSettings, EVENTSTORE_URL: double.url },
      'log',
      'adopt',
    );
  const untilAudited = (id: string) => eventually(audited, (ids) => ids.includes(id));

  it('its readers notice at their start, and log adopt brings them all into line', async () => {
    const log = join(folder, 'events.log');
    const kept = await translate();
    await untilAudited(kept);
    await copyFile(log, join(folder, 'kept.log'));
    const lost: string[] = [];
    for (const until = performance.now() + untilNotedMs; performance.now() < until; await sleep(500)) {
      lost.push(await translate());
    }
    await untilAudited(lost.at(-1) ?? '');

    await service.killEverything();
    await double.server.kill();
    await copyFile(join(folder, 'kept.log'), log);
    double = await startDoubleProcess({ folder, port: double.port });
    await service.restart();
    await eventually(
      async () => service.output + service.logs(),
      (lines) => lines.includes('the log does not hold what a reader has passed'),
    );
    const later = await translate();
    expect(await audited()).not.toContain(later);

    const { readers } = await adopt();
    expect(readers.map(({ reader }) => reader)).toContain('projection:audit-log');
    expect(await untilAudited(later)).toEqual([kept, later]);
    expect(await adopt()).toEqual({ readers: [], lost: null });
  });
});

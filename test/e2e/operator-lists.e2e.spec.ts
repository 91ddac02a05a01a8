import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { commandLine } from './command-line.js';
import { processTree } from './end-service.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { untilGone } from './signals.js';

const text = { text: 'The contract is signed.', source: 'en', target: 'es' };
const filename = 'a-name-of-ours.txt';

interface Entry {
  id: string;
  action: string;
  result: string;
  resource_id: string;
}

interface Delivery {
  id: string;
  document_id: string;
  status: string;
  attempts: number;
  reason: string | null;
}

describe('the lists of the command line', () => {
  let service: RunningService;
  let organization: string[];
  let documentId: string;

  const run = <T>(...args: string[]): Promise<T> => commandLine<T>(service, ...args, ...organization);
  const entries = async (...args: string[]): Promise<Entry[]> =>
    (await run<{ entries: Entry[] }>('audit', 'list', ...args)).entries;

  beforeAll(async () => {
    service = await sharedService(withLoad);
    const answer = await service.fetch('/v1/organization');
    organization = ['--organization', ((await answer.json()) as { data: { id: string } }).data.id];
    const form = new FormData();
    form.set('file', new Blob(['The house is big.']), filename);
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('webhook_url', `http://127.0.0.1:${await freePort()}/hook`);
    const uploaded = await service.fetch('/v1/documents', { method: 'POST', body: form });
    documentId = ((await uploaded.json()) as { data: { id: string } }).data.id;
    expect((await service.postJson('/v1/translate', text)).status).toBe(200);
    expect((await service.postJson('/v1/translate', { ...text, target: 'xx' })).status).toBe(400);
  });

  it('documents are listed and shown without their names', async () => {
    const list = () => run<{ documents: { id: string; status: string; format: string }[] }>('documents', 'list');
    const { documents } = await eventually(list, ({ documents: [first] }) => first?.status === 'completed');
    expect(documents).toMatchObject([{ id: documentId, format: 'txt', target_language: 'es', progress: 100 }]);
    const { document } = await commandLine<{ document: object }>(service, 'documents', 'show', documentId);
    expect(document).toMatchObject({ id: documentId, status: 'completed', organization_id: organization[1] });
    expect(JSON.stringify([documents, document])).not.toContain(filename);
    expect(await run('documents', 'list', '--status', 'failed')).toEqual({ documents: [] });
    await expect(commandLine(service, 'documents', 'show', 'doc_none')).rejects.toThrow(/✗ .*document/i);
  });

  it('webhook deliveries are listed with the reason of their last failure, which is in the log too', async () => {
    const list = () => run<{ deliveries: Delivery[] }>('webhooks', 'deliveries', '--document', documentId);
    const { deliveries } = await eventually(list, ({ deliveries: [first] }) => (first?.attempts ?? 0) > 0);
    expect(deliveries).toMatchObject([
      { document_id: documentId, status: 'pending', reason: expect.stringMatching(/./) },
    ]);
    expect(await run('webhooks', 'deliveries', '--status', 'succeeded')).toEqual({ deliveries: [] });
    const lines = service.logs().split('\n');
    const line = lines.find(
      (one) => one.includes('a webhook failed and is sent again') && one.includes(deliveries[0]?.id ?? '?'),
    );
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'warn', kind: 'delivery', attempt: 1 });
    expect(line).not.toContain('/hook');
  });

  it('usage is counted by day and endpoint', async () => {
    const usage = await run<{ requests: number; characters: number; by_day: object[] }>('usage');
    expect(usage.requests).toBeGreaterThan(0);
    expect(usage.by_day.length).toBeGreaterThan(0);
    expect(usage.characters).toBeGreaterThan(text.text.length);
    expect(await run('usage', '--start', '2020-01-01', '--end', '2020-01-31')).toMatchObject({
      requests: 0,
      by_day: [],
    });
    await expect(run('usage', '--start', 'yesterday')).rejects.toThrow(/must be a date/);
  });

  it('the audit log is listed, newest first, and by action, result and resource', async () => {
    const all = await entries();
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    expect(all.map(({ action }) => action)).toContain('document_upload');
    expect(await entries('--limit', '1')).toEqual(all.slice(0, 1));
    const { people } = await run<{ people: Record<string, { name: string }> }>('audit', 'list');
    expect(Object.values(people)).toContainEqual({ name: 'First owner' });
    const program = join(projectRoot, 'dist/apps/cli/main.js');
    const env = { ...cleanEnvironment(), ...service.commandLineSettings };
    const printed = execFileSync(process.execPath, [program, 'audit', 'list', ...organization], { env }).toString();
    expect(printed).toMatch(/USER +NAME +REQUEST/);
    expect(printed).toMatch(/usr_\w{26} {2}First owner +req_/);
    expect((await entries('--result', 'failure')).map(({ action }) => action)).toEqual(['translate']);
    const uploads = await entries('--action', 'document_upload', 'document_delete', '--resource', documentId);
    expect(uploads).toMatchObject([{ action: 'document_upload', resource_id: documentId }]);
    await expect(run('audit', 'list', '--action', 'nothing')).rejects.toThrow(/Allowed choices are/);
  });

  it('the audit log is followed until a signal ends that', async () => {
    const program = join(projectRoot, 'dist/apps/cli/main.js');
    const args = [program, '--json', 'audit', 'list', '--follow', '--limit', '1', ...organization];
    const following = spawn(process.execPath, args, {
      env: { ...cleanEnvironment(), ...service.commandLineSettings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => following.once('exit', resolve));
    let output = '';
    following.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const followed = (): Entry[] =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    await eventually(
      async () => followed().length,
      (count) => count === 1,
    );
    for (let index = 0; index < 3; index += 1) await service.postJson('/v1/translate', text);
    await eventually(
      async () => followed().length,
      (count) => count === 4,
    );
    following.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(followed().map(({ id }) => id)).toEqual((await entries('--limit', '4')).map(({ id }) => id).reverse());
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('npm that gets %s takes a command with it', async (signal) => {
    const npm = spawn('npm', ['run', '-s', 'transledger-admin', '--', 'audit', 'list', '--follow', ...organization], {
      cwd: projectRoot,
      env: { ...cleanEnvironment(), ...service.commandLineSettings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await eventually(
      async () => output,
      (text) => text.includes('document_upload'),
    );
    const started = processTree(npm.pid ?? 0);
    expect(started.length).toBeGreaterThan(2);
    npm.kill(signal);
    await untilGone(started);
  });
});

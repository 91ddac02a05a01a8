import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { describeWith } from '#test/servers/describe-with.js';
import { startS3Proxy } from '#test/servers/s3proxy.js';

const run = promisify(execFile);
const script = (path: string): string => join(projectRoot, 'infra', path);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-containers-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the entry of a container', () => {
  const entry = async (command: string[], environment: Record<string, string> = {}) => {
    const env = { PATH: process.env.PATH, SECRETS_FOLDER: folder, ...environment };
    return (await run('/bin/sh', [script('docker/entry.sh'), ...command], { env })).stdout;
  };

  it('the entry gives a command each secret as the variable of its name', async () => {
    await writeFile(join(folder, 'DATABASE_URL'), 'postgresql://user:$word"\'@postgres/db\n');
    await writeFile(join(folder, 'REDIS_URL'), 'redis://redis');
    expect(await entry(['/bin/sh', '-c', 'printf "%s %s" "$DATABASE_URL" "$REDIS_URL"'])).toBe(
      'postgresql://user:$word"\'@postgres/db redis://redis',
    );
  });

  it('the entry leaves a given variable as it is, and ignores files of other names', async () => {
    await writeFile(join(folder, 'REDIS_URL'), 'redis://file');
    await writeFile(join(folder, 'ca.pem'), 'certificate');
    await writeFile(join(folder, 'A;B'), 'trick');
    const variables = (await entry(['/usr/bin/env'], { REDIS_URL: 'redis://given' })).trim().split('\n');
    expect(variables.filter((line) => !/^(PATH|PWD|_|OLDPWD|SHLVL)=/.test(line))).toEqual(['REDIS_URL=redis://given']);
  });

  it('the command replaces the entry, with its arguments as they are', async () => {
    const source = 'process.stdout.write(JSON.stringify([process.ppid, process.argv.slice(1)]))';
    const answer = await entry([process.execPath, '-e', source, 'two words', '$HOME'], {
      SECRETS_FOLDER: join(folder, 'none'),
    });
    expect(JSON.parse(answer)).toEqual([process.pid, ['two words', '$HOME']]);
  });
});

describe('the health check of a container', () => {
  const check = (environment: Record<string, string>) =>
    run(process.execPath, [script('docker/health.mjs')], { env: environment });

  const serve = async (status: number) => {
    const port = await freePort();
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/health/live' ? status : 404).end(),
    );
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return { port: String(port), server };
  };

  it('the health check passes when one of the two ports responds well', async () => {
    const { port, server } = await serve(200);
    const closed = String(await freePort());
    await check({ HOST: '0.0.0.0', PORT: port, TRANSLEDGER_METRICS_PORT: closed });
    await check({ HOST: '127.0.0.1', PORT: closed, TRANSLEDGER_METRICS_PORT: port });
    server.close();
  });

  it('the health check fails with the reasons when neither port responds well', async () => {
    const { port, server } = await serve(500);
    const closed = String(await freePort());
    await expect(check({ HOST: '0.0.0.0', PORT: port, TRANSLEDGER_METRICS_PORT: closed })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ECONNREFUSED.*answers 500/),
    });
    server.close();
  });
});

describe('the secrets of the trial', () => {
  const make = () => run('/bin/sh', [script('compose/make-secrets.sh'), join(folder, 'secrets')]);
  const secret = (name: string) => readFile(join(folder, 'secrets', name), 'utf8');

  it('the secrets are made once, fit together, and are closed to other users', async () => {
    await make();
    const before = await secret('TRANSLEDGER_MASTER_KEY');
    expect(Buffer.from(before, 'base64')).toHaveLength(32);
    expect(new URL(await secret('DATABASE_URL')).password).toBe(await secret('POSTGRES_PASSWORD'));
    expect(new URL(await secret('REDIS_URL')).password).toBe(await secret('REDIS_PASSWORD'));
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
    const { stderr } = await make();
    expect([stderr, await secret('TRANSLEDGER_MASTER_KEY')]).toEqual(['', before]);
  });
});

describeWith(['s3'], 'the bucket of the trial', () => {
  it('the bucket is created once, and a second run leaves it as it is', async () => {
    const { endpoint, accessKeyId, secretAccessKey, server } = await startS3Proxy({ folder });
    const env = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'documents',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
    for (let time = 0; time < 2; time += 1) await run(process.execPath, [script('compose/create-bucket.mjs')], { env });
    expect((await stat(join(folder, 'objects', 'documents'))).isDirectory()).toBe(true);
    await server.stop();
  });
});

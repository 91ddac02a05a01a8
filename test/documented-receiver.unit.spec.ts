import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSecret, sign } from '@transledger/webhook-signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from './project-root.js';

const page = readFileSync(join(projectRoot, 'docs/webhooks.md'), 'utf8');
const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
const ownPort = '.listen(9000,';

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

const secretOf = (byte: number): string => generateSecret(Buffer.alloc(32, byte));

describe.each([secretOf(1), 'a secret of its own'])('the receiver of docs/webhooks.md, with %s', (secret) => {
  let receiver: ChildProcess;
  let url = '';

  beforeAll(async () => {
    expect(program).toContain(ownPort);
    const port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    const args = ['--input-type=module', '--eval', program.replace(ownPort, `.listen(${port},`)];
    receiver = spawn(process.execPath, args, { env: { WEBHOOK_SECRET: secret }, stdio: 'ignore' });
    while (!(await isListening(port))) {
      expect(receiver.exitCode).toBeNull();
      await sleep(20);
    }
  });
  afterAll(() => receiver.kill());

  const send = async (
    payload: string,
    signed: Partial<{ payload: string; timestamp: number; secret: string }> = {},
  ) => {
    const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1_000), payload, ...signed };
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': sign(message, [signed.secret ?? secret]),
    };
    return (await fetch(url, { method: 'POST', body: payload, headers })).status;
  };

  it('a genuine message is taken', async () => {
    expect(await send('{"event":"webhook.test"}')).toBe(204);
  });

  it('a message that was changed, is old or signed by somebody else is refused', async () => {
    expect(await send('{}', { payload: '{ }' })).toBe(401);
    expect(await send('{}', { timestamp: Math.floor(Date.now() / 1_000) - 301 })).toBe(401);
    expect(await send('{}', { secret: secretOf(2) })).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClientProgram, type ClientRun } from './client-program.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

let service: RunningService;
let client: ClientProgram;
let receiver: Server;
/** Numbers of the messages that the receiver took, and those whose signature was wrong. */
const took: number[] = [];
const wrong: string[] = [];
let secret = '';
beforeAll(async () => {
  [service, client] = await Promise.all([sharedService(withLoad), ClientProgram.install()]);
  receiver = createServer(async (request, response) => {
    const body = await buffer(request);
    try {
      new Webhook(secret.replace('whsec_', '')).verify(body.toString(), request.headers as Record<string, string>);
      took.push(Number(request.headers['webhook-sequence']));
    } catch (error) {
      wrong.push(String(error));
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
  client.remove();
});

const translate = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ source: 'en', target: 'es' })) form.set(name, value);
    form.set('file', new Blob([`The house ${at} is big.`], { type: 'text/plain' }), 'house.txt');
    expect((await service.fetch('/v1/documents', { method: 'POST', body: form })).status).toBe(201);
  }
};

const listen = async (): Promise<ClientRun> => {
  const { port } = receiver.address() as AddressInfo;
  const run = client.start(service, 'webhooks', 'listen', '--forward-to', `http://127.0.0.1:${port}/hook`);
  const said = await eventually(
    async () => run.stderr(),
    (text) => text.includes('It is listening.'),
  );
  secret = /whsec_\S+/.exec(said)?.[0] ?? '';
  return run;
};

const tookAll = (count: number) =>
  eventually(
    async () => new Set(took).size,
    (size) => size === count,
  );

it('a listener loses nothing while the service is killed, and while it sleeps or is killed itself', async () => {
  let listener = await listen();
  await translate(3);
  await tookAll(3);

  await service.killEverything();
  await service.restart();
  await translate(3);
  await tookAll(6);

  // It stands still, as on a machine that sleeps, and its connection ends meanwhile.
  listener.process.kill('SIGSTOP');
  await service.killEverything();
  await service.restart();
  await translate(3);
  listener.process.kill('SIGCONT');
  await tookAll(9);

  listener.process.kill('SIGKILL');
  await listener.ended;
  await translate(3);
  listener = await listen();
  await tookAll(12);
  listener.process.kill('SIGINT');
  expect(await listener.ended).toBe(130);
  expect([...new Set(took)]).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  expect(wrong).toEqual([]);
}, 600_000);

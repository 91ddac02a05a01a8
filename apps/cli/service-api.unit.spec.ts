import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { askService } from './service-api.js';

const server = createServer((request, response) => {
  if (request.url === '/slow') return;
  const isAllowed = request.headers.authorization === 'Bearer a-key';
  const body = request.url === '/bare' ? 'no JSON' : JSON.stringify({ error: { message: 'The key may not.' } });
  response.writeHead(isAllowed && request.url === '/here' ? 200 : 403).end(body);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const api = async (apiKey: string) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, apiKey };
};

it('a service is asked with the key, and what it refuses is said in its words', async () => {
  const service = await api('a-key');
  expect((await askService(service, '/here')).status).toBe(200);
  await expect(askService(service, '/there')).rejects.toThrow('The service answered 403: The key may not.');
  await expect(askService(service, '/bare')).rejects.toThrow('The service answered 403: it did not say why');
});

it('where nothing answers, the line says where, why and what to do', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(askService({ url, apiKey: 'a-key' }, '/here')).rejects.toThrow(
    `Nothing answers at ${url} (ECONNREFUSED). Start the service, or give its address with --url.`,
  );
});

it('what cannot be a key is not sent, and named', async () => {
  const service = await api('The house is big.\n\nThe garden too.');
  await expect(askService(service, '/here')).rejects.toThrow('What was given as the API key is none');
});

it('a service that takes longer than it may did not answer in time', async () => {
  const service = await api('a-key');
  await expect(askService(service, '/slow', AbortSignal.timeout(50))).rejects.toThrow('did not answer in time');
});

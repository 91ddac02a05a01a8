import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Transledger } from '@transledger/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

/** Something between the client and the service: it may ask the service, and does as it likes with the answer. */
type Fault = (answer: () => Promise<Response>, response: ServerResponse) => Promise<void> | void;

const refused =
  (status: number, code: string): Fault =>
  (_answer, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ error: { code, message: code, status }, meta: { request_id: 'req_0' } }));
  };

const tooLate = 'an answer later than the client waits';

const faults: Readonly<Record<string, Fault>> = {
  'a connection that is cut before the service is asked': (_answer, response) => void response.destroy(),
  'an answer that is lost once the service has acted': async (answer, response) => {
    await (await answer()).arrayBuffer();
    response.destroy();
  },
  'half an answer': async (answer, response) => {
    const got = await answer();
    const bytes = Buffer.from(await got.arrayBuffer());
    response.writeHead(got.status, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  },
  [tooLate]: async (answer) => void (await (await answer()).arrayBuffer()),
  'a 500': refused(500, 'internal_error'),
  'a 429': refused(429, 'rate_limit_exceeded'),
  'the page of a proxy': (_answer, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'),
};

describe('the SDK, where faults lie between it and the service', () => {
  let service: RunningService;
  let proxy: Server;
  /** The fault of the next request, and of no other. */
  let fault: Fault | undefined;

  beforeAll(async () => {
    service = await sharedService(withApertium);
    proxy = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request;
      const body = await buffer(request);
      const { host: _host, connection: _connection, 'content-length': _length, ...sent } = headers;
      const answer = () =>
        fetch(`${service.url}${url}`, {
          ...{ method, headers: sent as Record<string, string> },
          ...(body.length > 0 && { body }),
        });
      const now = fault;
      fault = undefined;
      if (now !== undefined) return now(answer, response);
      const got = await answer();
      const {
        'content-encoding': _encoding,
        'transfer-encoding': _transfer,
        ...shown
      } = Object.fromEntries(got.headers);
      response.writeHead(got.status, shown).end(Buffer.from(await got.arrayBuffer()));
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(() => {
    proxy?.close();
    proxy?.closeAllConnections();
  });

  const client = () => {
    const { port } = proxy.address() as AddressInfo;
    return new Transledger({ baseUrl: `http://127.0.0.1:${port}`, apiKey: service.apiKey });
  };

  it.each(Object.entries(faults))(
    'over %s, it makes one document, and follows it to its end',
    async (name, between) => {
      const through = client();
      const patience = name === tooLate ? { attemptTimeout: 5_000 } : {};
      const filename = `${name.replaceAll(' ', '-')}.txt`;
      fault = between;
      const job = await through.documents.translate(
        'The house is big.',
        { filename, source: 'en', target: 'es' },
        patience,
      );
      fault = between;
      await job.result(patience);
      expect(await (await job.download()).text()).toBe('La casa es grande.');
      const made: string[] = [];
      for await (const document of through.documents.list()) if (document.filename === filename) made.push(document.id);
      expect(made).toEqual([job.id]);
    },
  );

  it('half a file rejects its reader, and is whole when it is asked for again', async () => {
    const through = client();
    const job = await through.documents.translate('The house is big.', {
      filename: 'a.txt',
      source: 'en',
      target: 'es',
    });
    await job.result();
    fault = faults['half an answer'];
    const broken = await through.documents.download(job.id);
    await expect(broken.text()).rejects.toMatchObject({ code: 'connection_failed', retryable: true });
    expect(await (await through.documents.download(job.id)).text()).toBe('La casa es grande.');
  });
});

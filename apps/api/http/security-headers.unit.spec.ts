import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EdgeClient } from './edge-client.fixture.js';
import { securityHeaders } from './security-headers.js';

let edge: EdgeClient;
beforeEach(async () => {
  edge = await EdgeClient.open();
});
afterEach(() => edge.close());

describe('security headers', () => {
  it('security headers forbid a browser everything but what a page asks for itself', () => {
    expect(securityHeaders['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(securityHeaders['x-content-type-options']).toBe('nosniff');
    expect(Object.keys(securityHeaders)).toHaveLength(12);
  });

  it.each([
    ['an answer', 'GET', '/v1/languages', 200],
    ['an unknown path', 'GET', '/nowhere', 404],
    ['a wrong method', 'PUT', '/v1/languages', 405],
    ['a fault', 'GET', '/v1/broken', 500],
    ['a path that cannot be read', 'GET', '/v1/%zz', 400],
  ] as const)('the security headers are sent with %s', async (_, method, url, status) => {
    const answer = await edge.send({ method, url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(securityHeaders);
  });

  it('the security headers are sent to a caller without a key', async () => {
    const answer = await edge.send({ method: 'GET', url: '/v1/languages', key: null });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).toMatchObject(securityHeaders);
  });

  it('the security headers are sent with the answer to what is no request', async () => {
    const { port } = new URL(await edge.instance.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
    let answer = '';
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.write('garbage\r\n\r\n');
    await once(socket, 'close');
    expect(answer).toContain('HTTP/1.1 400 ');
    for (const [name, value] of Object.entries(securityHeaders)) expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
  });

  it('the security headers give way to those of a page', async () => {
    edge.instance.get('/page', async (_request, reply) =>
      reply.header('Content-Security-Policy', "default-src 'self'").send('page'),
    );
    const { headers } = await edge.send({ method: 'GET', url: '/page' });
    expect(headers['content-security-policy']).toBe("default-src 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });
});

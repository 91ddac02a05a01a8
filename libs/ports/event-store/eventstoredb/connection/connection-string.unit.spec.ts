import { describe, expect, it } from 'vitest';
import { parseConnectionString } from './connection-string.js';

describe('EVENTSTORE_URL', () => {
  it.each([
    ['esdb://one:1113?tls=false', false],
    ['kurrentdb://one:1113?tls=false', false],
    ['esdb+discover://one:1113?tls=false', true],
    ['kurrentdb+discover://one:1113?tls=false', true],
    ['KurrentDB+Discover://one:1113/?TLS=false', true],
  ])('the URL %s is accepted', (url, discover) => {
    expect(parseConnectionString(url)).toMatchObject({
      hosts: [{ address: 'one', port: 1113 }],
      discover,
      channel: { insecure: true },
      credentials: undefined,
      warnings: [],
    });
  });

  it('the URL may have several hosts, the usual port and an IPv6 address', () => {
    const { hosts } = parseConnectionString('esdb://admin:x@one,two:1113,[::1]:2114');
    expect(hosts).toEqual([
      { address: 'one', port: 2113 },
      { address: 'two', port: 1113 },
      { address: '[::1]', port: 2114 },
    ]);
  });

  it('a password is kept whole, its colon too', () => {
    const { credentials, channel } = parseConnectionString('esdb://ops%40acme:a:b%3F%2F%40@one');
    expect(credentials).toEqual({ username: 'ops@acme', password: 'a:b?/@' });
    expect(channel.insecure).toBe(false);
  });

  it('certificates are verified unless the URL says otherwise', () => {
    expect(parseConnectionString('esdb://one').channel.verifyOptions).toEqual({ rejectUnauthorized: true });
    expect(parseConnectionString('esdb://one?tlsVerifyCert=false').channel.verifyOptions).toEqual({
      rejectUnauthorized: false,
    });
  });

  it('options are read in any case, and a gossip timeout in milliseconds as in every other client', () => {
    const url =
      'esdb://one?node_preference=ReadOnlyReplica&GossipTimeout=2500&keepAliveInterval=20000&connectionName=a%20b';
    expect(parseConnectionString(url).options).toEqual({
      nodePreference: 'read_only_replica',
      gossipTimeout: 3,
      keepAliveInterval: 20_000,
      connectionName: 'a b',
    });
    expect(parseConnectionString('esdb://one?gossipTimeout=5').options).toEqual({ gossipTimeout: 5 });
  });

  it('credentials that are dropped on an insecure channel give a warning', () => {
    expect(parseConnectionString('esdb://admin:geheim@one?tls=false').warnings).toEqual([
      'EVENTSTORE_URL: credentials are not sent where tls is false',
    ]);
  });

  it('options without effect give a warning', () => {
    expect(parseConnectionString('esdb://one?colour=red&defaultDeadline=5').warnings).toHaveLength(2);
  });

  it.each([
    'http://admin:geheim@one',
    'esdb://admin:geheim@',
    'esdb://geheim@one',
    'esdb://admin:geheim@one:port',
    'esdb://admin:geheim@one?tls=perhaps',
    'esdb://admin:geheim%@one',
    'esdb://admin:geheim@one?nodePreference=geheim',
    'esdb://admin:geheim@one?keepAliveInterval=geheim',
    'esdb://admin:geheim@one?tlsCAFile=/geheim',
    'esdb://admin:geheim@one?userCertFile=/geheim',
    'esdb://admin:geheim@one?tls',
  ])('a malformed URL is refused without being repeated: %s', (url) => {
    expect(() => parseConnectionString(url)).toThrow(/^EVENTSTORE_URL: /);
    expect(() => parseConnectionString(url)).not.toThrow(/geheim/);
  });
});

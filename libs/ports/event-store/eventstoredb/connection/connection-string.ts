import { readFileSync } from 'node:fs';
import type { ChannelCredentialOptions, EndPoint, NodePreference } from '@eventstore/db-client';

/** The content of `EVENTSTORE_URL`, for the client's constructor. */
export interface ConnectionString {
  hosts: EndPoint[];
  /** The first host is a name that stands for every node of the cluster. */
  discover: boolean;
  channel: ChannelCredentialOptions;
  credentials: { username: string; password: string } | undefined;
  /** Units are the client's: the gossip timeout in seconds, the other times in milliseconds. */
  options: {
    connectionName?: string;
    nodePreference?: NodePreference;
    maxDiscoverAttempts?: number;
    discoveryInterval?: number;
    gossipTimeout?: number;
    keepAliveInterval?: number;
    keepAliveTimeout?: number;
  };
  /** Settings that are given but have no effect. */
  warnings: string[];
}

const schemes: Record<string, { discover: boolean } | undefined> = {
  esdb: { discover: false },
  kurrentdb: { discover: false },
  kurrent: { discover: false },
  'esdb+discover': { discover: true },
  'kurrentdb+discover': { discover: true },
  'kurrent+discover': { discover: true },
};

const nodePreferences: Record<string, NodePreference | undefined> = {
  leader: 'leader',
  follower: 'follower',
  readonlyreplica: 'read_only_replica',
  random: 'random',
};

const numbers = [
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
] as const;
/** Options that the store sets itself: appends throw, and have a deadline of their own. */
const ineffective = new Set(['throwonappendfailure', 'defaultdeadline']);
const defaultPort = 2113;

/** Makes an error that says what is wrong, never with the text: a password may be in it. */
const malformed = (reason: string): RangeError => new RangeError(`EVENTSTORE_URL: ${reason}`);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('a percent sign must begin an escape such as %40');
  }
};

const flat = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

const toHost = (text: string): EndPoint => {
  const [, address, port] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  if (address === undefined) throw malformed('every host is a name or an address, with :port or without');
  return { address, port: port === undefined ? defaultPort : Number(port) };
};

const isTrue = (name: string, value: string | undefined, otherwise: boolean): boolean => {
  if (value === undefined) return otherwise;
  if (value !== 'true' && value !== 'false') throw malformed(`${name} is true or false`);
  return value === 'true';
};

const fileOf = (name: string, path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    throw malformed(`${name} names a file that cannot be read`);
  }
};

const toChannel = (given: ReadonlyMap<string, string>): ChannelCredentialOptions => {
  if (!isTrue('tls', given.get('tls'), true)) return { insecure: true };
  const [ca, certificate, key] = [given.get('tlscafile'), given.get('usercertfile'), given.get('userkeyfile')];
  if ((certificate === undefined) !== (key === undefined)) throw malformed('userCertFile goes with userKeyFile');
  return {
    insecure: false,
    ...(ca === undefined ? {} : { rootCertificate: fileOf('tlsCAFile', ca) }),
    ...(certificate === undefined ? {} : { userCertFile: fileOf('userCertFile', certificate) }),
    ...(key === undefined ? {} : { userKeyFile: fileOf('userKeyFile', key) }),
    verifyOptions: { rejectUnauthorized: isTrue('tlsVerifyCert', given.get('tlsverifycert'), true) },
  };
};

const toOptions = (given: ReadonlyMap<string, string>): ConnectionString['options'] => {
  const options: ConnectionString['options'] = {};
  for (const name of numbers) {
    const value = given.get(flat(name));
    if (value === undefined) continue;
    if (!/^-?\d{1,9}$/.test(value)) throw malformed(`${name} is a whole number`);
    options[name] = Number(value);
  }
  // Every other client takes milliseconds for the gossip timeout.
  if ((options.gossipTimeout ?? 0) >= 100) options.gossipTimeout = Math.ceil(Number(options.gossipTimeout) / 1_000);
  const preference = given.get('nodepreference');
  if (preference !== undefined) {
    const known = nodePreferences[flat(preference)];
    if (known === undefined) throw malformed('nodePreference is leader, follower, readOnlyReplica or random');
    options.nodePreference = known;
  }
  const connectionName = given.get('connectionname');
  return connectionName === undefined ? options : { ...options, connectionName };
};

const known = new Set(
  [...numbers, 'tls', 'tlsVerifyCert', 'tlsCAFile', 'userCertFile', 'userKeyFile', 'nodePreference', 'connectionName']
    .map(flat)
    .concat(...ineffective),
);

/**
 * Reads `EVENTSTORE_URL`. It is not left to the client, which knows only the old schemes, cuts a password at its
 * colon, and prints the whole text, password included, where it does not know an option.
 * @throws RangeError failingWith what is wrong, without the text
 */
export const parseConnectionString = (url: string): ConnectionString => {
  const [, scheme = '', authority = '', query = ''] = /^([^:/]+):\/\/([^/?]*)\/?(?:\?(.*))?$/.exec(url.trim()) ?? [];
  const form = schemes[scheme.toLowerCase()];
  if (form === undefined)
    throw malformed('it begins with esdb://, esdb+discover://, kurrentdb:// or kurrentdb+discover://');
  const at = authority.lastIndexOf('@');
  const [, username, password] = /^([^:]+):(.+)$/s.exec(authority.slice(0, Math.max(at, 0))) ?? [];
  if (at >= 0 && (username === undefined || password === undefined)) throw malformed('credentials are user:password');

  const given = new Map<string, string>();
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw malformed('options are name=value, with & between them');
    given.set(flat(name), decoded(value).trim());
  }
  const warnings = [...given.keys()]
    .filter((name) => !known.has(name) || ineffective.has(name))
    .map((name) => `EVENTSTORE_URL: the option ${name} has no effect`);
  const channel = toChannel(given);
  const credentials =
    username === undefined || password === undefined
      ? undefined
      : { username: decoded(username), password: decoded(password) };
  if (channel.insecure && credentials !== undefined) {
    warnings.push('EVENTSTORE_URL: credentials are not sent where tls is false');
  }
  const hosts = authority
    .slice(at + 1)
    .split(',')
    .map(toHost);
  return { hosts, discover: form.discover, channel, credentials, options: toOptions(given), warnings };
};

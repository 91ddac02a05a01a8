import { BACKWARDS, END } from '@eventstore/db-client';
import { describeFault, hasNeverLeft } from './connection/client-faults.js';
import { type ConnectionString, parseConnectionString } from './connection/connection-string.js';
import { createLogClient, type LogClient } from './connection/log-client.js';

const limitMs = 2_000;
const oldest = [23, 10] as const;

const isTooOld = (version: string): boolean => {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  if (major === undefined) return version !== '0.0.0.0'; // the version of a build that was never released
  return Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1]);
};

const isAboutTls = /ssl|tls|certificate|self.signed|ERR_HTTP2|Protocol error|EPROTO|altnames|wrong version number/i;

const toReason = (error: unknown, { channel }: ConnectionString): string => {
  // gRPC ends its reason with a heading, and nothing under it.
  const reason = describeFault(error).replace(/\. Resolution note: $/, '');
  if (isAboutTls.test(reason)) return `TLS does not fit: ${reason}`;
  // A server that requires TLS gives no reason to a client that connects without it.
  if (channel.insecure && /ECONNRESET|Failed to connect|connection dropped/i.test(reason)) {
    return `it closed the connection; does it want tls? ${reason}`;
  }
  return hasNeverLeft(error) ? `it cannot be reached: ${reason}` : reason;
};

const readEnd = async (client: LogClient): Promise<void> => {
  const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
  try {
    for await (const _ of read) break;
  } finally {
    await read.cancel();
  }
};

const probe = async (connectionString: ConnectionString): Promise<void> => {
  // One search of the cluster is enough here; the hosts are asked one by one below when it finds none.
  const client = createLogClient(connectionString, { maxDiscoverAttempts: 1, gossipTimeout: 1 });
  try {
    const version = await client.serverVersion();
    if (isTooOld(version)) throw new Error(`version ${version} is too old, 23.10 is the oldest`);
    await readEnd(client);
  } finally {
    client.close();
  }
};

/** The client gives no reason for a search that found no node; the first host does. */
const probeThoroughly = async (connectionString: ConnectionString): Promise<void> => {
  try {
    await probe(connectionString);
  } catch (error) {
    const { discover, hosts } = connectionString;
    if (!(error instanceof Error && error.message.startsWith('Failed to discover'))) throw error;
    await probe({ ...connectionString, discover: false, hosts: hosts.slice(0, 1) });
    throw new Error(`no node of the cluster leads or follows${discover ? '' : ` (${hosts.length} hosts were asked)`}`);
  }
};

/**
 * Checks that the event store can be used: reached, with these credentials, TLS and version. Rejects within two
 * seconds with an error of one line that says which of them is wrong, without the URL.
 */
export const checkEventStoreDb = async ({ url }: { url: string }): Promise<void> => {
  const connectionString = parseConnectionString(url);
  const timer = AbortSignal.timeout(limitMs);
  const late = new Promise<never>((_, reject) => {
    timer.addEventListener('abort', () => reject(new Error(`no answer within ${limitMs} ms`)), { once: true });
  });
  try {
    await Promise.race([probeThoroughly(connectionString), late]);
  } catch (error) {
    throw new Error(`The event store cannot be used: ${toReason(error, connectionString)}`);
  }
};

import { type KafkaConnection, openKafka } from './kafka-connection.js';

const withinMs = 1_500;

/** Returns the first line of an error and its causes that says where to look. */
const explain = (error: unknown, { sasl, ssl }: KafkaConnection): string => {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 10; at = at.cause) chain.push(at);
  const says = (pattern: RegExp) => chain.some(({ name, message }) => pattern.test(name) || pattern.test(message));
  if (says(/SASLAuthenticationError|Authentication failed/i)) return 'refuse the user name or password';
  if (says(/SASL.*mechanism|mechanism.*(supported|enabled)/i)) return `do not offer SASL ${sasl?.mechanism}`;
  if (says(/certificate|self-signed|altnames|unable to verify/i)) return 'show a certificate that is not trusted';
  if (says(/wrong version number|EPROTO|tls|ssl/i)) return 'do not speak TLS';
  if (says(/ECONNREFUSED/)) return 'refuse the connection';
  if (says(/ENOTFOUND|EAI_AGAIN/)) return 'have a name that is not known';
  if (says(/ServerDoesNotSupportApiKey|NotImplemented|UNSUPPORTED_VERSION/))
    return 'are of a version that is not supported';
  if (says(/Closed connection|ECONNRESET|socket hang up|disconnected/i)) {
    return ssl
      ? 'close the connection, which may not be for TLS'
      : 'close the connection, which may want TLS or a password';
  }
  return 'do not answer';
};

/**
 * Checks that one of the brokers can be reached with the settings of the connection. Rejects within about 2 s with one line.
 */
export const checkKafka = async (connection: KafkaConnection): Promise<void> => {
  const kafka = openKafka(connection, {
    connectionTimeout: withinMs,
    authenticationTimeout: withinMs,
    requestTimeout: withinMs,
    // kafkajs turns to the next broker with each try; one of them tells of all.
    retry: { retries: connection.brokers.length - 1, initialRetryTime: 10, maxRetryTime: 50 },
  });
  const admin = kafka.admin();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No answer in time')), withinMs);
  const asking = admin.connect().then(() => admin.describeCluster());
  try {
    await Promise.race([asking, late.promise]);
  } catch (error) {
    throw new Error(`The Kafka brokers ${explain(error, connection)}.`);
  } finally {
    clearTimeout(timer);
    void asking
      .catch(() => undefined)
      .then(() => admin.disconnect())
      .catch(() => undefined);
  }
};

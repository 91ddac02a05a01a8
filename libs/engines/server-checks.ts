import {
  ConfigurationError,
  inferenceChoice,
  type Settings,
  usesInferenceProcess,
} from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { databaseAnswers } from '#libs/platform/postgres/database-answers.js';
import { serverAnswers } from '#libs/platform/process/server-answers.js';
import { jobQueueCheck } from './job-queue.js';
import { kafkaConnection } from './kafka-connection.js';

/** A server that a setting leads to, and whether it can be used now. */
export interface ServerCheck {
  dependency: 'event_store' | 'message_bus' | 'redis' | 'blob_store' | 'inference';
  setting:
    | 'EVENTSTORE_URL'
    | 'KAFKA_BROKERS'
    | 'REDIS_URL'
    | 'S3_ENDPOINT'
    | 'TRITON_URLS'
    | 'TRANSLEDGER_INFERENCE_URLS';
  /** Rejects with one line that begins with the setting. */
  check: () => Promise<void>;
}

const named = (setting: string, check: () => Promise<unknown>) => async (): Promise<void> => {
  await check().catch((error: Error) => {
    throw new Error(`${setting}: ${error.message}`);
  });
};

/** The servers besides PostgreSQL that the settings name. */
export const serverChecks = (settings: Settings): ServerCheck[] => {
  const { EVENTSTORE_URL: eventStoreUrl, S3_ENDPOINT: blobsUrl } = settings;
  const kafka = kafkaConnection(settings);
  const redis = jobQueueCheck(settings);
  const checks: ServerCheck[] = [];
  const add = (dependency: ServerCheck['dependency'], setting: ServerCheck['setting'], check: () => Promise<unknown>) =>
    checks.push({ dependency, setting, check: named(setting, check) });
  if (eventStoreUrl !== undefined) {
    add('event_store', 'EVENTSTORE_URL', async () => {
      const { checkEventStoreDb } = await import('#libs/ports/event-store/eventstoredb/check-event-store-db.js');
      await checkEventStoreDb({ url: eventStoreUrl });
    });
  }
  if (kafka !== undefined) {
    add('message_bus', 'KAFKA_BROKERS', async () => {
      const { checkKafka } = await import('#libs/ports/message-bus/kafka/check-kafka.js');
      await checkKafka(kafka);
    });
  }
  if (redis !== undefined) add('redis', 'REDIS_URL', redis);
  if (blobsUrl !== undefined) add('blob_store', 'S3_ENDPOINT', () => serverAnswers(blobsUrl));
  if (inferenceChoice(settings) === 'triton')
    for (const url of settings.TRITON_URLS) add('inference', 'TRITON_URLS', () => serverAnswers(url));
  if (usesInferenceProcess(settings)) {
    for (const url of settings.TRANSLEDGER_INFERENCE_URLS)
      add('inference', 'TRANSLEDGER_INFERENCE_URLS', () => serverAnswers(url));
  }
  return checks;
};

const databaseSettings = ['DATABASE_URL', 'TRANSLEDGER_DATABASE_DIRECT_URL'] as const;
type DatabaseSetting = (typeof databaseSettings)[number];

/** Host and port of an address, without user and password. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'its address');

/** @throws ConfigurationError that names the setting and why its server cannot be used */
const assertDatabaseAnswers = async (setting: DatabaseSetting, connectionString: string): Promise<void> => {
  await databaseAnswers(connectionString).catch((error: Error) => {
    const why = errorCodeOf(error) ?? error.message;
    throw new ConfigurationError([`${setting}: PostgreSQL at ${placeOf(connectionString)} cannot be used (${why})`]);
  });
};

/**
 * Asks the servers that an operator has named before anything is started. Without the database and the event store nothing
 * can be, and an error names the setting; one line through `warn` names each of the others, which may come later.
 * @throws ConfigurationError
 */
export const assertServersAnswer = async (settings: Settings, warn: (line: string) => void): Promise<void> => {
  for (const setting of databaseSettings) {
    const url = settings[setting];
    if (url !== undefined) await assertDatabaseAnswers(setting, url);
  }
  const answers = await Promise.allSettled(
    serverChecks(settings).map(async ({ setting, check }) => {
      await check().catch((error: Error) => {
        if (setting === 'EVENTSTORE_URL') throw new ConfigurationError([error.message]);
        warn(`! ${error.message.replace(/\.?$/, '.')} Starting without it.`);
      });
    }),
  );
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
};

/** One line for each server that a setting leads to and that cannot be used now. */
export const serversAway = async (settings: Settings): Promise<string[]> => {
  const asked = [
    ...databaseSettings.flatMap((setting) => {
      const url = settings[setting];
      return url === undefined ? [] : [assertDatabaseAnswers(setting, url)];
    }),
    ...serverChecks(settings).map(({ check }) => check()),
  ];
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as Error).message] : []));
};

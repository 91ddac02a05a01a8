/** Tokens under which Nest provides the ports and the facts of the process. A class asks for those that it uses. */

/** Role, pool sizes and lease time of this process. */
export const PROCESS = Symbol('ProcessOptions');
export const SETTINGS = Symbol('Settings');
export const LOGGER = Symbol('Logger');
/** Takes every failure that is tried again, parked or given up. */
export const LIFE_CYCLE = Symbol('LifeCycle');
export const METRICS_REGISTRY = Symbol('Registry of prom-client');
export const DATABASE_URL = Symbol('string');
export const DATABASE_POOL = Symbol('Pool of pg');
/** TypeORM's DataSource for queries of the read models. */
export const READ_MODELS = Symbol('DataSource');
export const EVENT_STORE = Symbol('EventStore');
export const KEY_VAULT = Symbol('KeyVault');
export const SUBJECT_KEYS = Symbol('SubjectKeys');
export const BLOB_STORE = Symbol('BlobStore');
export const INFERENCE = Symbol('InferenceEngine');
/** Translations that this node has made before; undefined when it remembers none. */
export const RESPONSE_CACHE = Symbol('ResponseCache | undefined');
export const MESSAGE_BUS = Symbol('MessageBus');
/** The relay that feeds Kafka from the event store; undefined where Kafka is not the message bus. */
export const MESSAGE_RELAY = Symbol('KafkaRelay | undefined');
export const JOB_QUEUE = Symbol('JobQueue');
export const LEASES = Symbol('Leases');
/** Removes what ended leases left behind, by the beginning of their names. */
export const REMOVE_ENDED_LEASES = Symbol('RemoveEndedLeases');
export const LIMITS = Symbol('Limits');
export const IDEMPOTENCY_STORE = Symbol('IdempotencyStore');
export const WEBHOOK_SENDER = Symbol('WebhookSender');
export const LANGUAGE_DETECTOR = Symbol('LanguageDetector');
/** Threads that read and write documents. */
export const FORMAT_HOST = Symbol('FormatHost');
export const PROJECTION_PROGRESS = Symbol('ProjectionProgress');
/** The dependencies of this process, each with its name and its check. */
export const DEPENDENCIES = Symbol('readonly Dependency[]');

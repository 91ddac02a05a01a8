/** Tokens under which Nest provides the ports and the facts of the process. A class asks for those that it uses. */

/** Role and lease time of this process. */
export const PROCESS = Symbol('ProcessOptions');
export const SETTINGS = Symbol('Settings');
export const LOGGER = Symbol('Logger');
/** Takes every failure that is tried again, parked or given up. */
export const LIFE_CYCLE = Symbol('LifeCycle');
export const METRICS_REGISTRY = Symbol('Registry of prom-client');
export const DATABASE_ADDRESS = Symbol('DatabaseAddress');
/** The connection of this process that is listened over, past any pooler. */
export const DIRECT_CONNECTION = Symbol('DirectConnection');
/** The breaker before everything that uses the database for a caller; undefined where nobody waits. */
export const DATABASE_BREAKER = Symbol('CircuitBreaker of the database');
export const DATABASE_POOL = Symbol('Pool of pg');
/** TypeORM's DataSource for queries of the read models. */
export const READ_MODELS = Symbol('DataSource');
export const EVENT_STORE = Symbol('EventStore');
export const KEY_VAULT = Symbol('KeyVault');
export const SUBJECT_KEYS = Symbol('SubjectKeys');
/** The key by which the nodes of one service know each other. */
export const NODE_LINK_KEY = Symbol('Buffer');
/** The secret from which the keys are derived that sign the logs of organizations. */
export const LOG_SIGNING_SECRET = Symbol('Buffer');
/** By which the hashes are keyed that users are found by. */
export const ACCOUNT_LOOKUP_KEY = Symbol('Buffer');
/** Seals what a browser keeps while its user signs in elsewhere. */
export const SIGN_IN_COOKIE_KEY = Symbol('Buffer');
export const ACCOUNTS = Symbol('Accounts');
export const SIGN_IN_ATTEMPTS = Symbol('SignInAttempts');
/** The signed heads of the audit logs. */
export const LOG_SIGNATURES = Symbol('LogSignatures');
/** Cosignatures of witnesses under heads of the audit logs. */
export const COSIGNATURES = Symbol('Cosignatures');
/** Time stamps of the heads of the audit logs. */
export const TIME_STAMPS = Symbol('TimeStamps');
/** The newest signed heads, outside the database. */
export const SIGNED_HEADS = Symbol('SignedHeads');
/** Where the nodes of the API find each other. */
export const NODE_DIRECTORY = Symbol('NodeDirectory');
/** Files, counted by organization. */
export const BLOB_STORE = Symbol('CountedBlobStore');
/** The bytes that each organization has stored. */
export const STORED_BYTES = Symbol('StoredBytes');
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
/** Slots that all processes count together, whatever stands behind the limits. */
export const SHARED_SLOTS = Symbol('Slots');
/** Where nodes say how far they have read the log; undefined where there is no such place. */
export const LOG_REACH = Symbol('LogReach | undefined');
export const IDEMPOTENCY_STORE = Symbol('IdempotencyStore');
export const WEBHOOK_SENDER = Symbol('WebhookSender');
export const LANGUAGE_DETECTOR = Symbol('LanguageDetector');
/** Threads that read and write documents. */
export const FORMAT_HOST = Symbol('FormatHost');
export const PROJECTION_PROGRESS = Symbol('ProjectionProgress');
/** A dependency that only one application knows, beside those of its engines. */
export const OWN_DEPENDENCY = Symbol('Dependency | undefined');
/** Whether this process can serve, and each of its dependencies be used. */
export const READINESS = Symbol('Readiness');

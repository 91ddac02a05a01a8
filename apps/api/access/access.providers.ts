import { CHARACTER_QUOTA } from '#libs/application/character-quota.port.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import type { Limits } from '#libs/engines/limits.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { LogReach } from '#libs/ports/log-reach/log-reach.port.js';
import { ACCOUNTS, EVENT_STORE, LIMITS, LOG_REACH, LOGGER, OWN_DEPENDENCY, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { KeySnapshotQueries } from '#projections/api-keys/key-snapshot.queries.js';
import { KeyUseTimes } from '#projections/api-keys/key-use-times.js';
import { AccessDirectory } from './access-directory.js';
import { ActiveKeyLimit } from './active-key-limit.js';
import { Admission } from './admission.js';
import { Heartbeat } from './heartbeat.js';
import { KeyUses } from './key-uses.js';
import { CharacterQuota } from './limits/character-quota.js';
import { ConcurrencyLimits } from './limits/concurrency.js';
import { UsedCharacters } from './limits/used-characters.js';
import { SessionUses } from './session-uses.js';
import { TIER_LIMITS, type TierLimits } from './tier-limits.js';
import { UnknownKeys } from './unknown-keys.js';

const openDirectory = (
  eventStore: EventStore,
  snapshots: KeySnapshotQueries,
  subjectKeys: SubjectKeys,
  uses: KeyUses,
  sessionUses: SessionUses,
  logger: Logger,
) => new AccessDirectory({ eventStore, snapshots, subjectKeys, uses, sessionUses, logger });

const openUses = (times: KeyUseTimes, logger: Logger) => new KeyUses({ times, logger });

const openUnknownKeys = (directory: AccessDirectory, logger: Logger) => new UnknownKeys({ directory, logger });

const openConcurrency = (limitsOf: TierLimits, { slots }: Limits) => new ConcurrencyLimits({ limitsOf, slots });

const openQuota = (limitsOf: TierLimits, { quotas }: Limits, used: UsedCharacters) =>
  new CharacterQuota({ quotas, limitsOf, usedBefore: (key) => used.usedBefore(key) });

const openAdmission = (
  directory: AccessDirectory,
  { rateLimiter: limiter }: Limits,
  limitsOf: TierLimits,
  concurrency: ConcurrencyLimits,
  unknownKeys: UnknownKeys,
) => new Admission({ directory, limiter, limitsOf, concurrency, unknownKeys });

const openRecorder = (writer: DayStreamWriter, subjectKeys: SubjectKeys) => new ActRecorder(writer, subjectKeys);

/** Without the newest state of keys no request with one is served. */
const keysDependency = (directory: AccessDirectory): Dependency => ({
  name: 'api_keys',
  code: 'service_unavailable',
  isVital: true,
  check: async () => directory.assertCurrent(),
});

/** Providers of the services that decide on a request. */
export const accessProviders = [
  {
    provide: AccessDirectory,
    inject: [EVENT_STORE, KeySnapshotQueries, SUBJECT_KEYS, KeyUses, SessionUses, LOGGER],
    useFactory: openDirectory,
  },
  {
    provide: Heartbeat,
    inject: [LOG_REACH, AccessDirectory],
    useFactory: (reach: LogReach | undefined, directory: AccessDirectory) => new Heartbeat(reach, directory),
  },
  {
    provide: SessionUses,
    inject: [ACCOUNTS, LOGGER],
    useFactory: (accounts: Accounts, logger: Logger) => new SessionUses({ accounts, logger }),
  },
  { provide: KeyUses, inject: [KeyUseTimes, LOGGER], useFactory: openUses },
  {
    provide: ActiveKeyLimit,
    inject: [AccessDirectory],
    useFactory: (directory: AccessDirectory) => new ActiveKeyLimit(directory),
  },
  { provide: OWN_DEPENDENCY, inject: [AccessDirectory], useFactory: keysDependency },
  { provide: UnknownKeys, inject: [AccessDirectory, LOGGER], useFactory: openUnknownKeys },
  { provide: ConcurrencyLimits, inject: [TIER_LIMITS, LIMITS], useFactory: openConcurrency },
  { provide: CharacterQuota, inject: [TIER_LIMITS, LIMITS, UsedCharacters], useFactory: openQuota },
  { provide: CHARACTER_QUOTA, useExisting: CharacterQuota },
  {
    provide: Admission,
    inject: [AccessDirectory, LIMITS, TIER_LIMITS, ConcurrencyLimits, UnknownKeys],
    useFactory: openAdmission,
  },
  { provide: ActRecorder, inject: [DayStreamWriter, SUBJECT_KEYS], useFactory: openRecorder },
];

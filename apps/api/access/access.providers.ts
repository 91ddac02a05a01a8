import { CHARACTER_QUOTA } from '#libs/application/character-quota.port.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import type { Limits } from '#libs/engines/limits.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, LIMITS, LOGGER, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AccessDirectory } from './access-directory.js';
import { Admission } from './admission.js';
import { findKeyAccess } from './find-key-access.js';
import { CharacterQuota } from './limits/character-quota.js';
import { ConcurrencyLimits } from './limits/concurrency.js';
import { UsedCharacters } from './limits/used-characters.js';
import { OwnWrites } from './own-writes.js';
import { TIER_LIMITS, type TierLimits } from './tier-limits.js';

const openDirectory = (
  eventStore: EventStore,
  apiKeys: ApiKeyQueries,
  subjectKeys: SubjectKeys,
  ownWrites: OwnWrites,
  logger: Logger,
) => new AccessDirectory({ eventStore, logger, find: findKeyAccess(apiKeys, subjectKeys, ownWrites) });

const openConcurrency = (limitsOf: TierLimits, { slots }: Limits) => new ConcurrencyLimits({ limitsOf, slots });

const openQuota = (limitsOf: TierLimits, { quotas }: Limits, used: UsedCharacters) =>
  new CharacterQuota({ quotas, limitsOf, usedBefore: (key) => used.usedBefore(key) });

const openAdmission = (
  directory: AccessDirectory,
  { rateLimiter: limiter }: Limits,
  limitsOf: TierLimits,
  concurrency: ConcurrencyLimits,
  logger: Logger,
) => new Admission({ directory, limiter, limitsOf, concurrency, logger });

const openRecorder = (writer: DayStreamWriter, subjectKeys: SubjectKeys) => new ActRecorder(writer, subjectKeys);

/** Providers of the services that decide on a request. */
export const accessProviders = [
  {
    provide: AccessDirectory,
    inject: [EVENT_STORE, ApiKeyQueries, SUBJECT_KEYS, OwnWrites, LOGGER],
    useFactory: openDirectory,
  },
  { provide: ConcurrencyLimits, inject: [TIER_LIMITS, LIMITS], useFactory: openConcurrency },
  { provide: CharacterQuota, inject: [TIER_LIMITS, LIMITS, UsedCharacters], useFactory: openQuota },
  { provide: CHARACTER_QUOTA, useExisting: CharacterQuota },
  {
    provide: Admission,
    inject: [AccessDirectory, LIMITS, TIER_LIMITS, ConcurrencyLimits, LOGGER],
    useFactory: openAdmission,
  },
  { provide: ActRecorder, inject: [DayStreamWriter, SUBJECT_KEYS], useFactory: openRecorder },
];

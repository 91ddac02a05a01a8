import type { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { RateLimiter } from '#libs/ports/limits/limits.port.js';
import type { AccessDirectory } from '../access/access-directory.js';
import type { CharacterQuota } from '../access/limits/character-quota.js';
import type { ConcurrencyLimits } from '../access/limits/concurrency.js';
import type { TierLimits } from '../access/tier-limits.js';
import type { TextEngines } from '../text/translation/text-engines.js';
import type { StreamMetrics } from './stream-metrics.js';
import type { StreamProcess } from './stream-process.js';
import type { StreamRecords } from './stream-records.js';
import type { Turnstile } from './turnstile.js';

/** What connections stand on. */
export interface StreamServices {
  directory: Pick<AccessDirectory, 'find'>;
  limiter: RateLimiter;
  limitsOf: TierLimits;
  quota: Pick<CharacterQuota, 'reserve'>;
  concurrency: Pick<ConcurrencyLimits, 'beginRequest' | 'openConnection'>;
  engines: TextEngines;
  glossaries: Pick<GlossaryLibrary, 'forRequest'>;
  turnstile: Turnstile;
  records: StreamRecords;
  process: Pick<StreamProcess, 'current'>;
  metrics: StreamMetrics;
  logger: Logger;
}

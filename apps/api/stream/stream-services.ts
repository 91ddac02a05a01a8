import type { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Admission } from '../access/admission.js';
import type { CharacterQuota } from '../access/limits/character-quota.js';
import type { TextEngines } from '../text/translation/text-engines.js';
import type { OnePerEventLoopTurn } from './one-per-event-loop-turn.js';
import type { StreamMetrics } from './stream-metrics.js';
import type { StreamProcess } from './stream-process.js';
import type { StreamRecords } from './stream-records.js';

/** The services that connections use. */
export interface StreamServices {
  admission: Pick<Admission, 'admitRequest' | 'countRequest' | 'admitKey' | 'openConnection'>;
  quota: Pick<CharacterQuota, 'reserve'>;
  engines: TextEngines;
  glossaries: Pick<GlossaryLibrary, 'forRequest'>;
  turnstile: OnePerEventLoopTurn;
  records: StreamRecords;
  process: Pick<StreamProcess, 'current'>;
  metrics: StreamMetrics;
  logger: Logger;
}

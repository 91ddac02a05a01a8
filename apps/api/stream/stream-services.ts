import type { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { ResponseCache } from '#libs/ports/limits/limits.port.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import type { Admission } from '../access/admission.js';
import type { CharacterQuota } from '../access/limits/character-quota.js';
import type { StreamMetrics } from './stream-metrics.js';
import type { StreamProcess } from './stream-process.js';
import type { StreamRecords } from './stream-records.js';
import type { Turnstile } from './turnstile.js';

/** What texts are translated with. */
export interface StreamEngines {
  inference: InferenceEngine;
  detector: LanguageDetector;
  /** Undefined where translations are not remembered. */
  cache: ResponseCache | undefined;
}

/** What connections stand on. */
export interface StreamServices {
  admission: Pick<Admission, 'admitRequest' | 'countRequest' | 'admitKey' | 'openConnection'>;
  quota: Pick<CharacterQuota, 'reserve'>;
  engines: StreamEngines;
  glossaries: Pick<GlossaryLibrary, 'forRequest'>;
  turnstile: Turnstile;
  records: StreamRecords;
  process: Pick<StreamProcess, 'current'>;
  metrics: StreamMetrics;
  logger: Logger;
}

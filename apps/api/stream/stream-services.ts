import type { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Admission } from '../access/admission.js';
import type { CharacterQuota } from '../access/limits/character-quota.js';
import type { UnknownKeys } from '../access/unknown-keys.js';
import type { TextEngines } from '../text/translation/text-engines.js';
import type { NodeLinks } from './forwarding/node-links.js';
import type { OnePerEventLoopTurn } from './one-per-event-loop-turn.js';
import type { StreamMetrics } from './stream-metrics.js';
import type { StreamProcess } from './stream-process.js';
import type { StreamRecords } from './stream-records.js';

/** The services that connections use. */
export interface StreamServices {
  admission: Pick<Admission, 'keyHashOf' | 'admitRequest' | 'countRequest' | 'admitKey' | 'openConnection'>;
  /** Counts openings that failed before any key was known. */
  openings: { failed: UnknownKeys['failedOpening'] };
  /** Whether a credential is a session that is known to have ended; to ask is no use of it. */
  hasSignedOut: (credentialHash: string) => boolean;
  quota: Pick<CharacterQuota, 'reserve'>;
  engines: TextEngines;
  glossaries: Pick<GlossaryLibrary, 'forRequest'>;
  turnstile: OnePerEventLoopTurn;
  records: StreamRecords;
  process: Pick<StreamProcess, 'current'>;
  metrics: StreamMetrics;
  logger: Logger;
  /** Links to the other nodes; undefined where there is one node only, or each resumes its own translations alone. */
  links?: Pick<NodeLinks, 'nodeId' | 'open'> | undefined;
}

import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { ResponseCache } from '#libs/ports/limits/limits.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import type { TierLimits } from './access/tier-limits.js';

/** Everything outside the API that its handlers use, each behind its port. */
export abstract class Engines {
  abstract readonly settings: Settings;
  abstract readonly eventStore: EventStore;
  abstract readonly keyVault: KeyVault;
  abstract readonly subjectKeys: SubjectKeys;
  abstract readonly blobs: BlobStore;
  abstract readonly inference: InferenceEngine;
  abstract readonly detector: LanguageDetector;
  /** Translations that this node has made before; undefined when it remembers none. */
  abstract readonly cache: ResponseCache | undefined;
  abstract readonly formats: FormatHost;
  abstract readonly progress: ProjectionProgress;
  abstract readonly haltedProjections: () => Promise<string[]>;
  abstract readonly limitsOf: TierLimits;
  /** What must be there for the API to work, the read models apart. */
  abstract readonly dependencies: readonly Dependency[];
  abstract readonly retention: { documents: string; reports: string };
  abstract readonly dataResidency: { region: string; locations: string[]; encryption: string };
}

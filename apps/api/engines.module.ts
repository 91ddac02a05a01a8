import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { FormatHostModule } from '#libs/engines/format-host.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LanguageDetectorModule } from '#libs/engines/language-detector.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import { ResponseCacheModule } from '#libs/engines/response-cache.module.js';
import { formatDuration } from '#libs/platform/config/parsers.js';
import type { Settings } from '#libs/platform/config/settings.js';
import * as tokens from '#libs/ports/tokens.js';
import { haltedProjections } from '#libs/read-side/projection/progress/projection-status.js';
import { allProjections } from '#projections/all-projections.js';
import { AccessModule } from './access/access.module.js';
import { TIER_LIMITS, type TierLimits } from './access/tier-limits.js';
import { Engines } from './engines.js';

const collect = (
  settings: Settings,
  pool: Pool,
  limitsOf: TierLimits,
  eventStore: Engines['eventStore'],
  keyVault: Engines['keyVault'],
  subjectKeys: Engines['subjectKeys'],
  blobs: Engines['blobs'],
  inference: Engines['inference'],
  detector: Engines['detector'],
  cache: Engines['cache'],
  formats: Engines['formats'],
  progress: Engines['progress'],
): Engines => ({
  settings,
  eventStore,
  keyVault,
  subjectKeys,
  blobs,
  inference,
  detector,
  cache,
  formats,
  progress,
  haltedProjections: () => haltedProjections({ pool, projections: allProjections }),
  limitsOf,
  dependencies: [],
  retention: {
    documents: formatDuration(settings.TRANSLEDGER_DOCUMENT_TTL),
    reports: formatDuration(settings.TRANSLEDGER_REPORT_TTL),
  },
  dataResidency: {
    region: settings.TRANSLEDGER_DATA_REGION,
    locations: settings.TRANSLEDGER_DATA_LOCATIONS,
    encryption: 'AES-256-GCM',
  },
});

/** Every engine in one bag, until each class asks for its own. */
@Module({
  imports: [
    AccessModule,
    DatabaseModule,
    EventStoreModule,
    KeyVaultModule,
    BlobStoreModule,
    InferenceModule,
    LanguageDetectorModule,
    ResponseCacheModule,
    FormatHostModule,
    ProjectionProgressModule,
  ],
  providers: [
    {
      provide: Engines,
      inject: [
        tokens.SETTINGS,
        tokens.DATABASE_POOL,
        TIER_LIMITS,
        tokens.EVENT_STORE,
        tokens.KEY_VAULT,
        tokens.SUBJECT_KEYS,
        tokens.BLOB_STORE,
        tokens.INFERENCE,
        tokens.LANGUAGE_DETECTOR,
        tokens.RESPONSE_CACHE,
        tokens.FORMAT_HOST,
        tokens.PROJECTION_PROGRESS,
      ],
      useFactory: collect,
    },
  ],
  exports: [Engines],
})
export class EnginesModule {}

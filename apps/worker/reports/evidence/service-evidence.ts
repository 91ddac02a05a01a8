import { connectionsInUse, enginesInUse } from '#libs/engines/engines-in-use.js';
import { formatDuration } from '#libs/platform/config/parsers.js';
import { inferenceChoice, type Settings, settingDefinitions } from '#libs/platform/config/settings.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { algorithm as fileCipher } from '#libs/ports/blob-store/blob-encoding.js';
import type { InferenceEngine, LanguagePair } from '#libs/ports/inference/inference.port.js';
import { algorithm as sealCipher } from '#libs/ports/key-vault/sealed-bytes.js';
import type { ServiceEvidence } from '#libs/reports/report-evidence.js';

type PairEvidence = ServiceEvidence['inference']['pairs'][number];

/** The region that stands in the status while the operator has set none. */
const unsetRegion = settingDefinitions.TRANSLEDGER_DATA_REGION.default;

/** Settings that a reader of a report may see: none of them is a secret, or leads to a server. */
const shownSettings = (settings: Settings, tier: string): Record<string, string> => {
  const limits = Object.entries(settings).filter(([name]) =>
    name.startsWith(`TRANSLEDGER_TIER_${tier.toUpperCase()}_`),
  );
  const { TRANSLEDGER_PUBLIC_URL: publicUrl } = settings;
  return {
    ...Object.fromEntries(limits.map(([name, value]) => [name, String(value)])),
    TRANSLEDGER_ORGANIZATION_LIMIT_FACTOR: String(settings.TRANSLEDGER_ORGANIZATION_LIMIT_FACTOR),
    TRANSLEDGER_DOCUMENT_TTL: formatDuration(settings.TRANSLEDGER_DOCUMENT_TTL),
    TRANSLEDGER_REPORT_TTL: formatDuration(settings.TRANSLEDGER_REPORT_TTL),
    TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: String(settings.TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE),
    TRANSLEDGER_WEBHOOK_ALLOW_HTTP: String(settings.TRANSLEDGER_WEBHOOK_ALLOW_HTTP),
    TRANSLEDGER_PIVOT: String(settings.TRANSLEDGER_PIVOT),
    TRANSLEDGER_CACHE_BYTES: String(settings.TRANSLEDGER_CACHE_BYTES),
    ...(publicUrl !== undefined && { TRANSLEDGER_PUBLIC_URL: new URL(publicUrl).origin }),
    ...connectionsInUse(settings),
  };
};

const pairOf = (
  engine: Pick<InferenceEngine, 'modelName'>,
  { source, target, route }: LanguagePair,
  licences: ReadonlyMap<string, string | null>,
): PairEvidence => {
  const model = engine.modelName({ source, target }, 'balanced');
  return route === undefined
    ? { source, target, model, licence: licences.get(model) ?? null }
    : { source, target, model, route };
};

/** The evidence of the running service, from the settings and the engine of this process; no pair while the engine is not ready. */
export const serviceEvidence = async (
  settings: Settings,
  engine: Pick<InferenceEngine, 'pairs' | 'modelName' | 'models'>,
  tier: string,
): Promise<ServiceEvidence> => {
  const pairs = await engine.pairs();
  const models = pairs.length === 0 ? [] : await engine.models();
  const kinds = [...new Set(models.map(({ engine: kind }) => kind))].sort();
  const licences = new Map(models.map(({ id, licence }) => [id, licence]));
  const { TRANSLEDGER_DATA_REGION: region, TRANSLEDGER_DATA_LOCATIONS: locations } = settings;
  return {
    version: serviceVersion(),
    dataResidency: { region: region === unsetRegion ? null : region, locations },
    engines: enginesInUse(settings),
    inference: {
      engine: kinds.length === 0 ? inferenceChoice(settings) : kinds.join(', '),
      pairs: pairs.map((pair) => pairOf(engine, pair, licences)),
    },
    encryption: {
      files: `${fileCipher.toUpperCase()} with a key for each file`,
      personalData: `${sealCipher.toUpperCase()} with a key for each data subject`,
      auditLog: 'heads signed with Ed25519',
    },
    settings: shownSettings(settings, tier),
  };
};

/** Use of an engine: it was given text of the act. */
export type EngineUse = {
  id: string;
  /** Host that the text was sent to; null where it left no process of the service. */
  host: string | null;
  /** Region that the operator declares for it; null where none is declared. */
  region: string | null;
  /** Tokens that it counted, those of its answer included. */
  tokens?: number;
  /** Price at the time, in units of the currency (ISO 4217). */
  cost?: { amount: number; currency: string };
};

/** The engines, models and rules that a translation was made with. A field is missing where it was not known. */
export type Provenance = {
  /** Hashes of the models in the order of their use, hex; empty where no engine of them has weights. */
  modelSha256?: string[];
  /** All engines that were given text, also where they gave no usable answer. */
  engines?: EngineUse[];
  /** Version of the rules that finish what an engine gives. */
  rulesVersion?: string;
  engineVersion?: string;
};

const union = <T>(lists: readonly (readonly T[] | undefined)[], keyOf: (item: T) => string): T[] | undefined => {
  const known = lists.filter((list) => list !== undefined);
  if (known.length === 0) return undefined;
  const items = new Map<string, T>();
  for (const item of known.flat()) if (!items.has(keyOf(item))) items.set(keyOf(item), item);
  return [...items.values()];
};

const versionsOf = (versions: readonly (string | undefined)[]): string | undefined =>
  union(
    versions.map((version) => version?.split(', ')),
    (version) => version,
  )?.join(', ');

/**
 * Provenance of something that was made in steps: each model, engine and version once, in the order of first use. Tokens
 * and prices are accounts of single steps, and are left out.
 */
export const joinedProvenance = (steps: readonly Provenance[]): Provenance => {
  const modelSha256 = union(
    steps.map((step) => step.modelSha256),
    (hash) => hash,
  );
  const engines = union(
    steps.map((step) => step.engines?.map(({ id, host, region }) => ({ id, host, region }))),
    ({ id, host, region }) => JSON.stringify([id, host, region]),
  );
  const rulesVersion = versionsOf(steps.map((step) => step.rulesVersion));
  const engineVersion = versionsOf(steps.map((step) => step.engineVersion));
  return {
    ...(modelSha256 && { modelSha256 }),
    ...(engines && { engines }),
    ...(rulesVersion && { rulesVersion }),
    ...(engineVersion && { engineVersion }),
  };
};

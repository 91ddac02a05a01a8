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

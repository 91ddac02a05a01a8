/** Thrown when the engine has no way from the one language to the other. */
export class UnsupportedPairError extends Error {
  override readonly name = 'UnsupportedPairError';
  readonly kind = 'unsupported-pair';
  constructor(
    readonly source: string,
    readonly target: string,
  ) {
    super(`No translation from ${source} to ${target}`);
  }
}

/** Thrown when the engine, or the model behind a pair, cannot be used at the moment. */
export class ModelUnavailableError extends Error {
  override readonly name = 'ModelUnavailableError';
  readonly kind = 'model-unavailable';
}

/** Thrown when the models can be used, but have more work than they get done in time. */
export class ModelBusyError extends ModelUnavailableError {}

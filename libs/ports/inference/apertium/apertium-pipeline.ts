/** The processes of one mode, wherever they run, from the view of one request. */
export interface ApertiumPipeline {
  /**
   * Sends a text in Apertium's stream format, without NUL, through the mode.
   * @throws UntranslatableTextError, ModelUnavailableError, the signal's reason
   */
  run(text: string): Promise<string>;
}

/** The pipeline died, hung or lost count twice on this text, alone with it the second time. */
export class UntranslatableTextError extends Error {
  override readonly name = 'UntranslatableTextError';
}

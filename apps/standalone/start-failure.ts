/** The reason for which the service cannot start: one line for the operator, who can act on it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** Why the service cannot start: one line for the operator, who can do something about it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

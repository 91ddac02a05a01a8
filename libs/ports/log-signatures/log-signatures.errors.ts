/** Entries of a log, or roots over them, that were signed are not there: the read model is made anew, or they are lost. */
export class LogIncompleteError extends RangeError {
  override readonly name = 'LogIncompleteError';
  readonly isPlain = true;
}

/** What is wrong with a file, in words for whoever sent it. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  constructor(
    /** `invalid`: not what it says, encrypted, damaged. `hostile`: over a limit of size, ratio, depth or time. */
    readonly reason: 'empty' | 'invalid' | 'encrypted' | 'hostile',
    message: string,
  ) {
    super(message);
  }
}

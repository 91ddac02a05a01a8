/** An error in a file, in words for its sender; never a word of its text or its name. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  constructor(
    /**
     * `empty`: no bytes. `invalid`: not what it says, or damaged. `encrypted`: needs a password.
     * `hostile`: over a limit of size, ratio, depth, memory or time.
     */
    readonly reason: 'empty' | 'invalid' | 'encrypted' | 'hostile',
    message: string,
  ) {
    super(message);
  }
}

/** No format here reads such files; the file itself may be in order. */
export class UnsupportedFormatError extends Error {
  override readonly name = 'UnsupportedFormatError';
}

import type { SourceFile } from '#libs/documents/formats/format.port.js';

export interface ConversionOptions {
  /** Language of the text, as a BCP 47 tag. */
  language: string;
}

/**
 * Yields the bytes of a file of another format, one of those that its conversion lists. It runs in a format thread,
 * whose limits of time and memory it has.
 * @throws FormatError
 */
export type Convert = (
  file: SourceFile,
  to: string,
  options: ConversionOptions,
) => AsyncGenerator<Uint8Array, void> | Generator<Uint8Array, void>;

/** Formats that files become in a format thread, without a program of its own. */
export interface Conversion {
  /** Name of a format. */
  from: string;
  /** Names of other formats. */
  to: readonly string[];
  /** Whether it is but a step on the way to other formats. */
  isStep?: true;
  /** Its code, which a thread loads at the first such file. */
  load(): Promise<Convert>;
}

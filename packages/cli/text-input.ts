import { CommandError } from './command-error.js';
import type { Io } from './io.js';

/** More bytes than a text may have: what is longer is a file. */
const maxBytes = 8 * 1024 * 1024;

/** All of standard input, as text. @throws CommandError where it has more bytes than `max` */
export const readInput = async ({ stdin }: Pick<Io, 'stdin'>, max: number): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stdin) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > max) throw new CommandError('input', `Standard input has more than ${max} bytes.`);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** The text of standard input, without the end of its last line. @throws CommandError where nobody pipes one */
export const readText = async (io: Pick<Io, 'stdin'>): Promise<string> => {
  if (io.stdin.isTTY === true) throw new CommandError('input', 'There is no text: name one, or pipe it in.');
  const given = await readInput(io, maxBytes);
  const end = given.endsWith('\r\n') ? 2 : 1;
  return given.endsWith('\n') ? given.slice(0, -end) : given;
};

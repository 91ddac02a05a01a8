import { CommandError } from './command-error.js';
import type { Io } from './io.js';
import { readInput } from './text-input.js';

const enter = new Set(['\r', '\n', '\u0004']);
const interrupt = '\u0003';
const erase = new Set(['\u007f', '\b']);
const maxLength = 4_096;

/** The words that are typed at a terminal up to the end of the line, which does not show them. */
const typed = ({ stdin, stderr, signal }: Io, question: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let secret = '';
    const end = () => {
      stdin.off('data', take);
      signal.removeEventListener('abort', stop);
      stdin.setRawMode?.(false);
      stdin.pause();
      stderr.write('\n');
    };
    const stop = () => {
      end();
      reject(signal.reason);
    };
    const take = (piece: Buffer | string) => {
      for (const character of String(piece)) {
        if (enter.has(character)) {
          end();
          resolve(secret);
          return;
        }
        if (character === interrupt) {
          end();
          reject(new CommandError('input', 'Interrupted.'));
          return;
        }
        secret = erase.has(character) ? secret.slice(0, -1) : (secret + character).slice(0, maxLength);
      }
    };
    stderr.write(question);
    stdin.setRawMode?.(true);
    signal.addEventListener('abort', stop, { once: true });
    stdin.on('data', take);
    stdin.resume();
  });

/** A secret from standard input, or typed at the terminal without an echo. */
export const readSecret = async (io: Io, question: string): Promise<string> =>
  (io.stdin.isTTY === true ? await typed(io, question) : await readInput(io, maxLength)).trim();

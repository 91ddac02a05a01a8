import { fromBase64, toBase64 } from './bytes.js';
import type { TreeHead } from './consistency.js';
import { hashLength } from './tree-hash.js';

/** The head of a log's tree, by the log's name (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** Name of the log, without a scheme: `example.org/log`. */
  origin: string;
  /** Further lines that the log has signed. */
  extensions: readonly string[];
}

/** The text that is signed. @throws RangeError for what a checkpoint cannot have */
export const formatCheckpoint = ({ origin, size, root, extensions }: Checkpoint): string => {
  const lines = [origin, ...extensions];
  if (lines.some((line) => line === '' || line.includes('\n'))) throw new RangeError('A line of a checkpoint is empty');
  if (root.length !== hashLength || !Number.isSafeInteger(size) || size < 0)
    throw new RangeError('This is no tree head');
  return `${[origin, String(size), toBase64(root), ...extensions].join('\n')}\n`;
};

/** @throws RangeError where the text is no checkpoint */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = '', size = '', encoded = '', ...rest] = text.split('\n');
  const root = fromBase64(encoded);
  const extensions = rest.slice(0, -1);
  const isWhole = origin !== '' && rest.at(-1) === '' && !extensions.includes('');
  if (
    !isWhole ||
    !/^(?:0|[1-9]\d{0,15})$/.test(size) ||
    root?.length !== hashLength ||
    !Number.isSafeInteger(Number(size))
  )
    throw new RangeError('This is no checkpoint');
  return { origin, size: Number(size), root, extensions };
};

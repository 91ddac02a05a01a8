import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface FidelityArguments {
  folder: string;
  /** File that the outcome is written to as JSON. */
  report: string | undefined;
  /** Folder for pictures of files before and after, with a page that shows them. */
  gallery: string | undefined;
  /** Files of each format that the gallery shows. */
  perFormat: number;
  /** Seconds for one file. */
  limit: number;
  /** Files at a time. */
  atOnce: number;
}

const usage =
  'npm run fidelity -- FOLDER [--report FILE.json] [--gallery FOLDER] [--per-format N] [--limit SECONDS] [--at-once N]';

const positive = (value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(usage);
  return number;
};

/** @throws Error, with a line for the person who typed them */
export const readFidelityArguments = (args: string[]): FidelityArguments => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      report: { type: 'string' },
      gallery: { type: 'string' },
      'per-format': { type: 'string', default: '5' },
      limit: { type: 'string', default: '60' },
      'at-once': { type: 'string', default: `${Math.max(1, availableParallelism() - 1)}` },
    },
  });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(usage);
  return {
    folder,
    report: values.report,
    gallery: values.gallery,
    perFormat: positive(values['per-format']),
    limit: positive(values.limit),
    atOnce: positive(values['at-once']),
  };
};

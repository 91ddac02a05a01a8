import type { ExitName } from '../exit-codes.js';
import { type Failure, failureOf } from '../failure.js';
import type { SourceFile } from './source-files.js';
import type { TranslatedFile } from './translate-file.js';

/** The outcome of a file; `skipped` where the run ended before it. */
export type FileOutcome = { file: SourceFile } & (
  | ({ failure?: undefined } & TranslatedFile)
  | { status: 'failed'; failure: Failure }
  | { status: 'skipped'; failure?: undefined }
);

export interface FilesRun {
  files: readonly SourceFile[];
  concurrency: number;
  signal: AbortSignal;
  translate: (file: SourceFile, onProgress: (share: number) => void) => Promise<TranslatedFile>;
  /** How far all of them have come, from 0 to 1. */
  onProgress: (share: number, ended: number) => void;
  onOutcome: (outcome: FileOutcome) => Promise<void>;
}

/** Failures after which no other file would fare better. */
const endsAll: readonly ExitName[] = ['auth', 'quota', 'rate', 'network', 'config'];

/** Translates files, so many at a time, until all have ended or one fails as all others would. */
export const translateFiles = async (run: FilesRun): Promise<FileOutcome[]> => {
  const { files, signal } = run;
  const shares = new Map<SourceFile, number>();
  const outcomes: FileOutcome[] = [];
  const left = files.values();
  let isOver = false;
  const tell = () => {
    let sum = 0;
    for (const share of shares.values()) sum += share;
    run.onProgress(files.length === 0 ? 1 : sum / files.length, outcomes.length);
  };
  const outcomeOf = async (file: SourceFile): Promise<FileOutcome> => {
    if (isOver) return { file, status: 'skipped' };
    try {
      const translated = await run.translate(file, (share) => {
        shares.set(file, share);
        tell();
      });
      return { file, ...translated };
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = failureOf(error);
      isOver ||= endsAll.includes(failure.exit);
      return { file, status: 'failed', failure };
    }
  };
  const work = async (): Promise<void> => {
    for (const file of left) {
      const outcome = await outcomeOf(file);
      shares.set(file, 1);
      outcomes.push(outcome);
      await run.onOutcome(outcome);
      tell();
    }
  };
  const workers = Array.from({ length: Math.min(run.concurrency, files.length) }, work);
  // A worker that is interrupted leaves the others to end by the same signal, before the state is closed.
  const settled = await Promise.allSettled(workers);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  return outcomes;
};

/** The exit of a run: that of a failure which ended it, of one file alone its own, else partial. */
export const exitOf = (outcomes: readonly FileOutcome[]): ExitName => {
  const failures = outcomes.flatMap(({ failure }) => (failure === undefined ? [] : [failure.exit]));
  const [first = 'ok'] = failures;
  const ending = failures.find((exit) => endsAll.includes(exit));
  if (ending !== undefined) return ending;
  return failures.length === outcomes.length || failures.length === 0 ? first : 'partial';
};

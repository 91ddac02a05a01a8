import { type DocumentFormat, type Transledger, TransledgerError, type Usage } from '@transledger/sdk';
import type { Context } from '../context.js';
import { tableOf } from '../output.js';
import { endingOf, type SourceFile } from './source-files.js';
import { type FileRequest, hashOf, isThere } from './translate-file.js';
import { type FileState, stateKey } from './translation-state.js';

/** A file, and what a run would do with it. */
export interface PlannedFile {
  file: SourceFile;
  /** `begun` is one that an earlier run has uploaded, or was about to. */
  status: 'new' | 'begun' | 'unchanged' | 'unsupported';
}

/** A key may do one thing and not another: what it may not know is left out. */
const unlessDenied = async <Value>(asked: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TransledgerError && error.code === 'insufficient_scope') return undefined;
    throw error;
  }
};

/** The endings of names that the service reads; undefined where the key may not know them. */
const endingsOf = async (client: Transledger, signal: AbortSignal): Promise<ReadonlySet<string> | undefined> => {
  const answer = await unlessDenied(client.documents.formats({ signal }));
  const formats: readonly DocumentFormat[] | undefined = answer?.formats;
  return formats && new Set(formats.filter(({ available }) => available).flatMap(({ extensions }) => extensions));
};

export interface PlanRequest {
  files: readonly SourceFile[];
  client: Transledger;
  state: ReadonlyMap<string, FileState>;
  request: FileRequest;
}

/** Says of each file what a run would do with it. */
export const plan = async ({ files, client, state, request }: PlanRequest): Promise<PlannedFile[]> => {
  const endings = await endingsOf(client, request.signal);
  const planned: PlannedFile[] = [];
  for (const file of files) {
    const before = state.get(stateKey({ file: file.key, options: request.options }));
    // Only where there is a state, the source is read before it is translated.
    const isSame = before !== undefined && before.sha256 === (await hashOf(file.path));
    if (endings !== undefined && !endings.has(endingOf(file.name))) planned.push({ file, status: 'unsupported' });
    else if (!isSame || before.step === 'failed') planned.push({ file, status: 'new' });
    else planned.push({ file, status: (await isThere(before, file)) ? 'unchanged' : 'begun' });
  }
  return planned;
};

const quotaLine = ({ characters: { used, limit } }: Usage): string =>
  limit === null
    ? `${used} characters are used today, without a limit.`
    : `${used} of ${limit} characters are used today.`;

interface Planned {
  files: readonly PlannedFile[];
  /** Length of a text. */
  characters?: number;
  client: Transledger;
}

/** Prints what would be done, and what is left of the quota. */
export const printPlan = async (context: Context, { files, characters, client }: Planned): Promise<void> => {
  const { output, call } = context;
  const usage = await unlessDenied(client.usage({}, call));
  const countOf = (status: PlannedFile['status']) => files.filter((planned) => planned.status === status);
  const bytes = [...countOf('new'), ...countOf('begun')].reduce((sum, { file }) => sum + file.bytes, 0);
  const counts = {
    new: countOf('new').length,
    begun: countOf('begun').length,
    unchanged: countOf('unchanged').length,
    unsupported: countOf('unsupported').length,
  };
  if (output.isJson)
    for (const { file, status } of files) await output.print({ file: file.name, bytes: file.bytes, status }, () => []);
  const quota = usage && { characters: usage.characters, storage: usage.storage };
  const summary = {
    dry_run: true,
    ...counts,
    bytes,
    ...(characters !== undefined && { characters }),
    quota: quota ?? null,
  };
  await output.print(summary, () => [
    ...(files.length === 0
      ? []
      : tableOf(
          ['FILE', 'BYTES', 'STATUS'],
          files.map(({ file, status }) => [file.name, file.bytes, status]),
        )),
    characters === undefined
      ? `${counts.new + counts.begun} to translate (${bytes} bytes), ${counts.unchanged} done already, ${counts.unsupported} of no known format.`
      : `A text of ${characters} characters.`,
    usage === undefined ? 'The key may not see what is left of the quota.' : quotaLine(usage),
  ]);
};

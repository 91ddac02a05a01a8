import { NotVerifiableError } from '@transledger/audit-proof/files';
import { TransledgerError } from '@transledger/sdk';
import { CommandError } from './command-error.js';
import { type ExitName, exits } from './exit-codes.js';

/** A failure as it is told: `exit` decides the exit code. */
export interface Failure {
  exit: ExitName;
  message: string;
  advice?: string | undefined;
  /** A code of the service, or of the client where none answered. */
  code?: string | undefined;
  requestId?: string | undefined;
}

const quotaCodes: readonly string[] = ['quota_exceeded', 'insufficient_quota'];
const networkCodes: readonly string[] = ['connection_failed', 'timeout'];

const exitOf = ({ code, status }: TransledgerError): ExitName => {
  if (quotaCodes.includes(code)) return 'quota';
  if (networkCodes.includes(code)) return 'network';
  if (code === 'redirected') return 'config';
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate';
  return status >= 500 || code === 'unexpected_answer' ? 'failed' : 'input';
};

const adviceOf = (error: TransledgerError): string | undefined => {
  const { code, retryAfter, details } = error;
  if (code === 'redirected') return 'Name the address that it leads to: transledger login --url URL.';
  if (code === 'insufficient_scope' && typeof details?.required === 'string')
    return `The key needs the scope ${details.required}.`;
  return retryAfter === undefined ? undefined : `Come again in ${Math.ceil(retryAfter)} s.`;
};

const systemMessages: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read or written',
  EISDIR: 'is a folder, and a file is needed',
  ENOTDIR: 'is a file, or has one on its way, and a folder is needed',
  EEXIST: 'is there already',
};

/** An error of the file system, in words. */
const fileFailure = (error: NodeJS.ErrnoException): Failure | undefined => {
  if (error.code === 'ENOSPC') return { exit: 'input', message: 'The disk is full.' };
  const words = systemMessages[error.code ?? ''];
  return words === undefined || error.path === undefined
    ? undefined
    : { exit: 'input', message: `${error.path} ${words}.` };
};

/** How an error of any kind is told. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof CommandError) return error;
  if (error instanceof TransledgerError) {
    const { code, requestId, message } = error;
    return { exit: exitOf(error), message, code, requestId, advice: adviceOf(error) };
  }
  if (error instanceof NotVerifiableError) return { exit: 'input', message: error.message };
  const known = error instanceof Error ? fileFailure(error) : undefined;
  return known ?? { exit: 'failed', message: error instanceof Error ? error.message : String(error) };
};

/** The failure as programs read it. */
export const failureAsJson = ({ exit, message, advice, code, requestId }: Failure): object => ({
  error: {
    code: code ?? exit,
    message,
    ...(advice !== undefined && { advice }),
    ...(requestId !== undefined && { request_id: requestId }),
    exit_code: exits[exit].code,
    retryable: exits[exit].isRetryable,
  },
});

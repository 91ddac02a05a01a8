import { DatabaseError } from 'pg';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { isPlainError } from '#libs/platform/errors/plain-error.js';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';

/**
 * Reason of a failure that may be logged, stored and shown. Messages of errors quote their input: parsers
 * the text, PostgreSQL the row, Node the path. So a cause holds the class of the error, its code (of Node, PostgreSQL,
 * Kafka or our catalogue) and where it was thrown; its message only if it is a `PlainError`, and of PostgreSQL the names of
 * table, column and constraint.
 */
export type Cause = {
  /** Class of the error, or the type of a thrown value that is no error. */
  name: string;
  code?: string;
  message?: string;
  /** First frames of the stack. */
  stack: string[];
  /** The error that led to this one. */
  cause?: Cause;
};

const maxFrames = 6;
const maxDepth = 4;
const nameForm = /^[\w$.-]{1,80}$/;
const codeForm = /^\w[\w.-]{1,63}$/;
const maxMessage = 500;

/** Reads frames only behind the end of the message, since a message of several lines may look like frames. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const start = message === '' ? 0 : stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split('\n');
  const frames = lines.filter((line) => line.startsWith('    at '));
  return frames.slice(0, maxFrames).map((line) => line.trim());
};

/** Code of an error. KafkaJS has the name of a broker's error in `type`, and its number in `code`. */
const codeOf = (error: Error): string | undefined => {
  const code = errorCodeOf(error) ?? ('type' in error ? error.type : undefined);
  return typeof code === 'string' && codeForm.test(code) ? code : undefined;
};

/** Name of an error. PostgreSQL's errors are called `error`. */
const nameOf = (error: Error): string => {
  if (error instanceof DatabaseError) return 'DatabaseError';
  return nameForm.test(error.name) ? error.name : 'Error';
};

const messageOf = (error: Error): string | undefined => {
  if (error instanceof DatabaseError) return describeFault(error);
  return isPlainError(error) ? error.message.slice(0, maxMessage) : undefined;
};

const causeAt = (error: unknown, depth: number): Cause => {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const code = codeOf(error);
  const message = messageOf(error);
  const isLast = error.cause === undefined || depth === maxDepth;
  return {
    name: nameOf(error),
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    stack: framesOf(error),
    ...(!isLast && { cause: causeAt(error.cause, depth + 1) }),
  };
};

export const causeOf = (error: unknown): Cause => causeAt(error, 1);

/** One line for people: class, code and message of the cause and of the causes behind it. */
export const causeLine = ({ name, code, message, cause }: Cause): string => {
  const own = `${name}${code === undefined ? '' : ` (${code})`}${message === undefined ? '' : `: ${message}`}`;
  return cause === undefined ? own : `${own} ← ${causeLine(cause)}`;
};

/** Place of the failure: the first frame of the error that it began with. */
export const causePlace = ({ stack: [frame], cause }: Cause): string | undefined =>
  (cause && causePlace(cause)) ?? frame?.replace(/^at /, '');

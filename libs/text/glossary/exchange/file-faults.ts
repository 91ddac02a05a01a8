import { Rejection } from '#libs/domain/errors/rejection.js';

/** A fault in a line of a glossary file, counted from 1; it never quotes the line. */
export interface FileFault {
  line: number;
  message: string;
}

const refusal = (told: readonly string[], status?: number): Rejection =>
  new Rejection('invalid_request', {
    message: `The glossary file is not valid: ${told.join('; ')}.`,
    details: { file: told },
    ...(status === undefined ? {} : { status }),
  });

/** Makes an `invalid_request` that names the lines. */
export const linesAtFault = (faults: readonly FileFault[]): Rejection =>
  refusal(faults.map(({ line, message }) => `line ${line} ${message}`));

/** Makes an `invalid_request` for a fault of the file as a whole. */
export const fileAtFault = (message: string, status?: number): Rejection => refusal([message], status);

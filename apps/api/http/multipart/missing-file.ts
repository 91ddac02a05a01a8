import { Rejection } from '#libs/domain/errors/rejection.js';

/** The refusal of a form that has no part `file`. */
export const missingFile = (): Rejection =>
  new Rejection('missing_required_field', {
    message: 'A required field is missing or empty: file.',
    details: { file: ['is required'] },
  });

/** The refusal of a form whose `file` is a value without a file name, such as `-F file=report.docx` of curl makes. */
export const fileExpected = (example: string): Rejection =>
  new Rejection('invalid_request', {
    details: { file: [`must be a file, not text; with curl it is -F file=@${example}`] },
  });

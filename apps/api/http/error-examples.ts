import { type ErrorCode, errorCatalogue } from '#libs/domain/errors/error-catalogue.js';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

const nameOf = (code: ErrorCode, status: number): string => `${code}_${status}`;

/** References to the examples of the codes that a response of a status may have. */
export const errorExamplesOf = (status: number, wanted: readonly ErrorCode[]) =>
  Object.fromEntries(wanted.map((code) => [code, { $ref: `#/components/examples/${nameOf(code, status)}` }]));

/** An example of each code at each of its statuses, by name. */
export const errorExamples = Object.fromEntries(
  codes.flatMap((code) => {
    const { message, statuses } = errorCatalogue[code];
    const meta = { request_id: 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2' };
    return statuses.map((status) => [
      nameOf(code, status),
      { summary: message, value: { error: { code, message, status }, meta } },
    ]);
  }),
);

import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

type Response = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

const isError = (status: string): boolean => Number(status) >= 400;

/** Codes that a description of errors begins its lines with. */
const codesIn = (description: string): string[] => [...description.matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code);

const pascal = (code: string): string =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Codes that a name has at most: only what nearly every operation can answer has more. */
const namedCodes = 3;

/** The name of an error response by what it is: `InvalidRequestOrInvalidLanguage400`, or `Error401`. */
const nameOf = (status: string, { description = '' }: Response): string => {
  const codes = codesIn(description);
  return `${codes.length > namedCodes ? 'Error' : codes.map(pascal).join('Or')}${status}`;
};

/**
 * Puts responses of errors where operations refer to them, since they were four fifths of the document: those of one status and
 * the same codes are one.
 */
export const withSharedResponses = (document: OpenAPIObject): OpenAPIObject => {
  const responses: Record<string, Response> = {};
  const shared = (status: string, response: Response): { $ref: string } => {
    const name = nameOf(status, response);
    const known = responses[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response))
      throw new Error(`Two responses are called ${name}`);
    responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  const paths = mapOperations(document.paths, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        response !== undefined && !('$ref' in response) && isError(status) ? shared(status, response) : response,
      ]),
    ),
  }));
  const sorted = Object.fromEntries(Object.entries(responses).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, paths, components: { ...document.components, responses: sorted } };
};

import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

/** Answers of a service, by the id of their operation: `openapi-examples.contracts.spec.ts` holds them to real ones. */
export const answerExamples: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('./answers.asset.json', import.meta.url), 'utf8'),
);

const isSuccess = (status: string): boolean => status === '200' || status === '201';

const withExample = (operation: Operation): Operation => {
  const example = answerExamples[operation.operationId ?? ''];
  if (example === undefined) return operation;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (!isSuccess(status) || response === undefined || '$ref' in response) return [status, response];
    const [[type, content] = [], ...others] = Object.entries(response.content ?? {});
    if (type === undefined) return [status, response];
    return [status, { ...response, content: { [type]: { ...content, example }, ...Object.fromEntries(others) } }];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
};

/** Shows with each answer what the service answered when it was asked. */
export const withAnswerExamples = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  paths: mapOperations(document.paths, withExample),
});

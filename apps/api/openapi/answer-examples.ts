import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

/** Answers of a service, by the id of their operation: `openapi-examples.contracts.spec.ts` holds them to real ones. */
export const answerExamples: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('./answers.asset.json', import.meta.url), 'utf8'),
);

/** Files of text that a service answered, cut short, by the id of their operation and their media type. */
export const fileExamples: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('./files.asset.json', import.meta.url), 'utf8'),
);

const isSuccess = (status: string): boolean => status === '200' || status === '201';

const withExample = (operation: Operation): Operation => {
  const { operationId = '' } = operation;
  const answer = answerExamples[operationId];
  const files = fileExamples[operationId];
  if (answer === undefined && files === undefined) return operation;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    if (!isSuccess(status) || response === undefined || '$ref' in response) return [status, response];
    const content = Object.entries(response.content ?? {}).map(([type, media], at) => {
      const example = at === 0 && answer !== undefined ? answer : files?.[type];
      return [type, example === undefined ? media : { ...media, example }];
    });
    return [status, content.length === 0 ? response : { ...response, content: Object.fromEntries(content) }];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
};

/** Shows with each answer what the service answered when it was asked. */
export const withAnswerExamples = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  paths: mapOperations(document.paths, withExample),
});

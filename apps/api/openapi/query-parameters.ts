import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

type Parameter = NonNullable<Operation['parameters']>[number];

/** Optional parameters whose examples do no harm. */
const harmless: readonly string[] = ['limit', 'offset'];

/** Pages of documentation fill examples into forms: those of filters would hide what somebody looks for. */
const withoutExample = (parameter: Parameter): Parameter => {
  if ('$ref' in parameter || parameter.in !== 'query' || parameter.required || harmless.includes(parameter.name))
    return parameter;
  const { example: _ofParameter, ...rest } = parameter;
  if (rest.schema === undefined || '$ref' in rest.schema) return rest;
  const { example: _ofSchema, format, ...schema } = rest.schema;
  // The languages of the engine would be filled in as examples.
  const plain = format?.endsWith('-language') ? 'bcp47' : format;
  return { ...rest, schema: { ...schema, ...(plain === undefined ? {} : { format: plain }) } };
};

/** A list stands in one parameter, with commas; the service also takes a parameter for each value. */
const withStyle = (parameter: Parameter): Parameter =>
  !('$ref' in parameter) &&
  parameter.in === 'query' &&
  parameter.schema !== undefined &&
  !('$ref' in parameter.schema) &&
  parameter.schema.type === 'array'
    ? { ...parameter, style: 'form', explode: false }
    : parameter;

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier answer: 304 where it is still that.',
  schema: { type: 'string' },
} as const;

const notModified = {
  304: {
    description: 'What `If-None-Match` names is what there is.',
    headers: { ETag: { description: 'Names this version.', schema: { type: 'string' as const } } },
  },
};

const origin = {
  name: 'Origin',
  in: 'header',
  description: 'Sent by browsers: that of the service, or one of `TRANSLEDGER_CORS_ORIGINS`. Another, or none, is 400.',
  schema: { type: 'string' },
} as const;

/** The operations whose answers can be asked for by the version that is known. */
const conditional: readonly string[] = ['listLanguages', 'listFormats'];
/** The operations that take no key, and ask for a page of the service's own instead. */
const ofPages: readonly string[] = ['signIn', 'acceptInvite', 'acceptInviteByPath', 'signUpOwner'];

/** Without what is so anyway: the document repeats it for each of its many filters. */
const withoutDefault = (parameter: Parameter): Parameter => {
  if ('$ref' in parameter || parameter.required) return parameter;
  const { required: _isNot, ...rest } = parameter;
  return rest;
};

const extended = (operation: Operation): Operation => {
  const { operationId = '' } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) =>
    withoutDefault(withStyle(withoutExample(parameter))),
  );
  if (conditional.includes(operationId))
    return {
      ...operation,
      parameters: [...parameters, ifNoneMatch],
      responses: { ...operation.responses, ...notModified },
    };
  if (ofPages.includes(operationId)) return { ...operation, parameters: [...parameters, origin] };
  return parameters.length === 0 ? operation : { ...operation, parameters };
};

/** Documents parameters as clients should send them, and the headers of requests that single operations read. */
export const withRequestParameters = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  paths: mapOperations(document.paths, extended),
});

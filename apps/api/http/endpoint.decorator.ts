import { applyDecorators } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiQuery, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { type ErrorCode, errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { repeatableParametersOf } from './canonical-form.decorator.js';
import { errorExamplesOf } from './error-examples.js';
import { queryTypeOf } from './query.decorator.js';
import type { OpenAccess, RouteAccess } from './request-context.js';
import { fieldNamesOf, type ValidatingPipe } from './validation.js';

interface Endpoint extends RouteAccess {
  /** Error codes of this endpoint beside those of every endpoint. */
  errors: readonly ErrorCode[];
}

const everywhere: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'invalid_credentials',
  'organization_suspended',
  'ip_not_allowed',
  'insufficient_scope',
  'invalid_request',
  'rate_limit_exceeded',
  'concurrent_limit',
  'internal_error',
  'service_unavailable',
];

const byStatus = (codes: readonly ErrorCode[]): Map<number, ErrorCode[]> => {
  const map = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    for (const status of errorCatalogue[code].statuses) map.set(status, [...(map.get(status) ?? []), code]);
  }
  return map;
};

const receiptQuery = ApiQuery({
  name: 'receipt',
  required: false,
  schema: { type: 'boolean', default: false },
  description:
    '`true`: with the receipt of the act as `meta.receipt`, or its place as `meta.receipt_url` or the header `X-Audit-Receipt-Url`.',
});

/** Errors of a request that has passed no admission. */
const withoutCredential: readonly ErrorCode[] = ['invalid_request', 'internal_error', 'service_unavailable'];

const responsesOf = (codes: readonly ErrorCode[]): MethodDecorator[] =>
  [...byStatus(codes)].map(([status, ofStatus]) =>
    ApiResponse({
      status,
      description: ofStatus.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorEnvelope' },
          examples: errorExamplesOf(status, ofStatus),
        },
      },
    }),
  );

/** The class of a route's body, of the pipe that validates it. Parameters are decorated before their method is. */
const bodyTypeOf = (controller: object, method: string | symbol): (new () => object) | undefined => {
  const parameters: Record<string, { pipes?: readonly unknown[] }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, method) ?? {};
  const body = Object.entries(parameters).find(([place]) => place.startsWith(`${RouteParamtypes.BODY}:`))?.[1];
  return body?.pipes?.find(
    (pipe): pipe is ValidatingPipe => typeof pipe === 'object' && pipe !== null && 'type' in pipe,
  )?.type;
};

/** Declares a route by which users sign in, which needs no credential. */
export const OpenEndpoint = ({ errors, ...open }: OpenAccess & { errors: readonly ErrorCode[] }): MethodDecorator =>
  applyDecorators(RouteConfig({ open }), ...responsesOf([...withoutCredential, ...errors]));

/** The scopes as the document names them: one, several of which each is needed, or `any_of` several. */
const shownScopes = (scope: NonNullable<RouteAccess['scope']>): unknown => {
  if (typeof scope === 'string' || !('anyOf' in scope || 'keysAlso' in scope)) return scope;
  return 'anyOf' in scope ? { any_of: scope.anyOf } : [scope.scope, scope.keysAlso];
};

/** Declares what a route needs, which act it is, and which errors it can return (all in the OpenAPI document too). */
export const Endpoint =
  ({ errors, ...access }: Endpoint): MethodDecorator =>
  (controller, method, descriptor) => {
    const bodyType = bodyTypeOf(controller, method);
    const queryType = queryTypeOf(controller, method);
    return applyDecorators(
      RouteConfig({
        access: {
          ...(bodyType !== undefined && { bodyFields: fieldNamesOf(bodyType) }),
          ...access,
          takesQuery: access.takesQuery ?? queryType !== undefined,
          repeatable: queryType === undefined ? [] : repeatableParametersOf(queryType),
        },
      }),
      ...(access.signedIn ? [] : [ApiSecurity('api_key')]),
      ApiSecurity('session'),
      ...(access.scope === undefined ? [] : [ApiExtension('x-required-scope', shownScopes(access.scope))]),
      ...(access.act === undefined ? [] : [receiptQuery]),
      ...responsesOf([...everywhere, ...errors]),
    )(controller, method, descriptor);
  };

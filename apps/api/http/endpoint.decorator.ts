import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { type ErrorCode, errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import type { RouteAccess } from './request-context.js';

interface Endpoint extends RouteAccess {
  /** Error codes of this endpoint beside those of every endpoint. */
  errors: readonly ErrorCode[];
}

const everywhere: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
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

/** Declares what a route needs, which act it is, and which errors it can return (all in the OpenAPI document too). */
export const Endpoint = ({ errors, ...access }: Endpoint): MethodDecorator =>
  applyDecorators(
    RouteConfig({ access }),
    ApiSecurity('api_key'),
    ...(access.scope === undefined ? [] : [ApiExtension('x-required-scope', access.scope)]),
    ...[...byStatus([...everywhere, ...errors])].map(([status, codes]) =>
      ApiResponse({
        status,
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
      }),
    ),
  );

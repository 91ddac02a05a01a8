import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { withIdempotency } from '../http/idempotency/idempotency.openapi.js';
import { withNullableOptions } from './nullable-options.js';

const errorEnvelopeSchema = {
  type: 'object',
  required: ['error', 'meta'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'status'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCatalogue) },
        message: { type: 'string' },
        status: { type: 'integer' },
        details: { type: 'object', additionalProperties: true },
      },
    },
    meta: { type: 'object', required: ['request_id'], properties: { request_id: { type: 'string' } } },
  },
};

const metaSchema = {
  type: 'object',
  required: ['request_id'],
  properties: {
    request_id: { type: 'string', example: 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2' },
    processing_time_ms: { type: 'integer' },
    model: { type: 'string' },
    cached: { type: 'boolean' },
    route: {
      type: 'array',
      items: { type: 'string' },
      description: 'Languages passed through where the engine had to pivot.',
    },
    glossary: {
      type: 'object',
      description: 'The glossary that was used, and its terms that were found.',
      required: ['id', 'version', 'applied'],
      properties: {
        id: { type: 'string' },
        version: { type: 'integer' },
        applied: {
          type: 'array',
          items: {
            type: 'object',
            required: ['source', 'target', 'count'],
            properties: { source: { type: 'string' }, target: { type: 'string' }, count: { type: 'integer' } },
          },
        },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the routes that really exist. */
export const openApiDocument = (application: INestApplication, publicUrl: string, version: string): OpenAPIObject => {
  const configuration = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Transledger')
    .setDescription('Machine translation in which every act is an event, and every event is in the audit log.')
    .setVersion(version)
    .addServer(publicUrl)
    .addSecurity('api_key', { type: 'http', scheme: 'bearer', description: 'An API key: tl_live_…' })
    .build();
  const document = withNullableOptions(SwaggerModule.createDocument(application, configuration));
  const schemas = { ...document.components?.schemas, ErrorEnvelope: errorEnvelopeSchema, Meta: metaSchema };
  return { ...document, paths: withIdempotency(document.paths), components: { ...document.components, schemas } };
};

/** The document of this application, made once its routes are known and before it listens. */
@Injectable()
export class OpenApiDocument {
  private made: OpenAPIObject | undefined;

  describe(application: INestApplication, publicUrl: string, version: string): void {
    this.made = openApiDocument(application, publicUrl, version);
  }

  get content(): OpenAPIObject {
    if (this.made === undefined) throw new Error('The application has not been described yet');
    return this.made;
  }
}

import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { errorExamples } from '../http/error-examples.js';
import { withIdempotency } from '../http/idempotency/idempotency.openapi.js';
import { withAnswerExamples } from './answer-examples.js';
import { apiDescription } from './api-info.js';
import { withClosedSchemas } from './closed-schemas.js';
import { withDescribedProperties } from './described-properties.js';
import { withEdge } from './edge.openapi.js';
import { withFormsInPlace } from './form-schemas.js';
import { guidePath } from './guide.js';
import { withNullableOptions } from './nullable-options.js';
import { withPathParameters } from './path-parameters.js';
import { withRequestParameters } from './query-parameters.js';
import { withSharedResponses } from './shared-responses.js';
import { withWebhooks } from './webhooks.openapi.js';

const receiptProperties = {
  receipt: {
    $ref: '#/components/schemas/ReceiptDto',
    description: 'The receipt of the act, where it was asked for: the file of `GET …/audit-logs/{id}/receipt`.',
  },
  receipt_url: {
    type: 'string',
    format: 'uri',
    description: 'Where the receipt will be, while nothing is signed yet.',
  },
};

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
    meta: {
      type: 'object',
      required: ['request_id'],
      properties: { request_id: { type: 'string' }, ...receiptProperties },
    },
  },
};

const metaSchema = {
  type: 'object',
  required: ['request_id'],
  properties: {
    request_id: { type: 'string', example: 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2' },
    processing_time_ms: { type: 'integer' },
    model: { type: 'string' },
    model_sha256: { type: 'array', items: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
    cached: { type: 'boolean' },
    ...receiptProperties,
    route: {
      type: 'array',
      items: { type: 'string' },
      description: 'Languages passed through where the engine had to pivot.',
    },
    warnings: {
      type: 'array',
      description: 'What was accepted and has another effect than its caller may expect.',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: {
            type: 'string',
            enum: [
              'option_without_effect',
              'named_otherwise',
              'pages_estimated',
              'nothing_to_translate',
              'unknown_field',
              'engine_unavailable',
            ],
          },
          message: { type: 'string' },
        },
      },
    },
    as_of: {
      type: ['object', 'null'],
      description:
        'How far the list is complete: it has every entry up to this one, the last of the organization’s log. Null before there is one.',
      required: ['number', 'timestamp'],
      properties: {
        number: { type: 'integer', minimum: 0, description: 'The number of the entry in its log, from 0.' },
        timestamp: { type: 'string', format: 'date-time' },
      },
    },
    lagging: { type: 'boolean', description: 'True where acts after `as_of` may be missing from the list.' },
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

/** SPDX has no name of its own for a licence that is nobody else's. */
const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

const tags = [
  { name: 'text', description: 'Translate texts, and detect their language.' },
  { name: 'documents', description: 'Translate files with their layout kept.' },
  { name: 'glossaries', description: 'Terms that have to be translated in one way.' },
  { name: 'webhooks', description: 'Be told of what happens.' },
  { name: 'keys', description: 'API keys and their rights.' },
  { name: 'users', description: 'Who signs in to the console.' },
  { name: 'auth', description: 'Sign in and out.' },
  { name: 'organization', description: 'Settings and use of the organization.' },
  {
    name: 'compliance',
    description: 'The audit log and its proofs, histories, reports, certifications, legal holds, and erasures.',
  },
];

/** The OpenAPI 3.1 document of the routes that really exist. */
export const openApiDocument = (application: INestApplication, publicUrl: string, version: string): OpenAPIObject => {
  const configuration = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Transledger')
    .setDescription(apiDescription)
    .setVersion(version)
    .addServer(publicUrl)
    .setExternalDoc('The guide', publicUrl + guidePath)
    .addSecurity('api_key', { type: 'http', scheme: 'bearer', description: 'An API key: tl_live_…' })
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: 'transledger_session',
      description:
        'The cookie of a signed-in user; over https its name begins with `__Host-`. What may change something needs our Origin.',
    })
    .build();
  const described = SwaggerModule.createDocument(application, configuration);
  const contact = { name: 'Whoever runs this service', url: `${publicUrl}/docs` };
  const made = { ...described, tags, info: { ...described.info, contact, license } };
  const document = withClosedSchemas(withNullableOptions(made));
  const schemas = { ...document.components?.schemas, ErrorEnvelope: errorEnvelopeSchema, Meta: metaSchema };
  const components = { ...document.components, schemas, examples: errorExamples };
  const paths = withIdempotency(withPathParameters(document.paths));
  const whole = withWebhooks(withRequestParameters({ ...document, paths, components }));
  return withAnswerExamples(withSharedResponses(withEdge(withFormsInPlace(withDescribedProperties(whole)))));
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

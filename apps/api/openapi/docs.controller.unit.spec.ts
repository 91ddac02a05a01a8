import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { DocsController } from './docs.controller.js';
import { OpenApiDocument } from './openapi-document.js';
import { targetLanguageSchema } from './property-schemas.js';

class Described extends OpenApiDocument {
  override get content() {
    const schemas = {
      Request: { type: 'object', properties: { target: { type: 'string', ...targetLanguageSchema } } },
    };
    return { openapi: '3.1.0', info: { title: 'Transledger', version: '1' }, paths: {}, components: { schemas } };
  }
}

/** The answer of a route of the controller to a caller who takes no encoding. */
const shown = async (
  route: (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer | undefined>,
): Promise<string> => String(await route(requestOf(), new RecordedReply().asReply));

const openApiOf = (docs: DocsController): Promise<string> => shown((...exchange) => docs.openApi(...exchange));

const targetIn = async (inference: InferenceEngine): Promise<{ examples?: string[]; format?: string }> => {
  const document = JSON.parse(await openApiOf(new DocsController(new Described(), inference)));
  return document.components.schemas.Request.properties.target;
};

class EngineThatIsAway extends ShoutingEngine {
  override async pairs(): Promise<never> {
    throw new Error('The engine is away');
  }
}

describe('the docs controller', () => {
  it('the document names the languages of the running engine', async () => {
    expect((await targetIn(new ShoutingEngine())).examples).toContain('es');
  });

  it('the document is served while the engine is unavailable, with the form of a code alone', async () => {
    const target = await targetIn(new EngineThatIsAway());
    expect(target.examples).toBeUndefined();
    expect(target.format).toBe(targetLanguageSchema.format);
  });

  it('the document is made once for all requests, and anew when the engine has other languages', async () => {
    let made = 0;
    class Counted extends Described {
      override get content() {
        made += 1;
        return super.content;
      }
    }
    const engine = new ShoutingEngine();
    const docs = new DocsController(new Counted(), engine);
    await Promise.all([openApiOf(docs), openApiOf(docs)]);
    await openApiOf(docs);
    expect(made).toBe(1);
    engine.pairs = async () => [];
    expect(await openApiOf(docs)).not.toContain('"examples"');
    expect(made).toBe(2);
  });

  it('all parts of the viewer come from the service itself', async () => {
    const docs = new DocsController(new Described(), new ShoutingEngine());
    expect(docs.page()).toContain('/docs/swagger-ui-bundle.js');
    expect(docs.start()).toContain('/openapi.json');
    expect(await shown((...exchange) => docs.bundle(...exchange))).toContain('SwaggerUIBundle');
    expect(await shown((...exchange) => docs.style(...exchange))).toContain('.swagger-ui');
  });

  it('on a narrow screen the cells of a row stand under each other', () => {
    const docs = new DocsController(new Described(), new ShoutingEngine());
    expect(docs.page()).toContain('/docs/narrow.css');
    expect(docs.narrowStyle()).toMatch(/^@media \(max-width: 640px\) .* tbody tr td \{ display: block; width: 100%/s);
  });

  it('the document is missing before the application is described', () => {
    expect(() => new OpenApiDocument().content).toThrow('not been described');
  });
});

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const viewerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Transledger API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });\n`;

/** The viewer sets styles by attribute and shows its icons as data URLs; nothing comes from elsewhere. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the document at `/openapi.json` and a viewer that the service carries itself at `/docs`. */
export const serveDocs = (instance: FastifyInstance, document: () => Promise<string>): void => {
  instance.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await document()),
  );
  const serve = (path: string, type: string, content: () => Promise<Buffer> | string) =>
    instance.get(path, async (_request, reply) =>
      reply
        .type(type)
        .header('Content-Security-Policy', contentSecurityPolicy)
        .send(await content()),
    );
  const file = (name: string) => () => readFile(join(viewerFolder, name));
  serve('/docs', 'text/html; charset=utf-8', () => page);
  serve('/docs/start.js', 'text/javascript; charset=utf-8', () => start);
  serve('/docs/swagger-ui.css', 'text/css; charset=utf-8', file('swagger-ui.css'));
  serve('/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', file('swagger-ui-bundle.js'));
};

/** Serves the description of the stream at `/asyncapi.json`. */
export const serveAsyncApi = (instance: FastifyInstance, document: object): void => {
  const body = JSON.stringify(document);
  instance.get('/asyncapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
};

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * The headers of every response, as `helmet` sets them; a page that needs more of a browser sets its own policy over
 * this one. They are taken once from `helmet` itself and not from a hook of `@fastify/helmet`, which runs neither for
 * input that is no request nor for a URL that cannot be read.
 */
const headersOfHelmet = (): Readonly<Record<string, string>> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  });
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
};

export const securityHeaders = headersOfHelmet();

import { applyDecorators, Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { INFERENCE } from '#libs/ports/tokens.js';
import { EncodedBody } from '../http/encoded-body.js';
import { docsNarrowStyle, docsPage, docsSecurityPolicy, docsStart, viewerFile } from './docs-page.js';
import { withLanguageCodes } from './language-codes.js';
import { OpenApiDocument } from './openapi-document.js';

const Page = (path: string, type: string): MethodDecorator =>
  applyDecorators(
    Get(path),
    Header('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type),
    Header('Content-Security-Policy', docsSecurityPolicy),
  );

/** Serves the OpenAPI document at `/openapi.json`, and a viewer that the service carries itself at `/docs`. */
@ApiExcludeController()
@Controller()
export class DocsController {
  /** The document of the last request, for as long as the engine has the same languages. */
  private serialized: { languages: string; body: EncodedBody } | undefined;
  private readonly files = new Map<string, EncodedBody>();

  constructor(
    private readonly document: OpenApiDocument,
    @Inject(INFERENCE) private readonly inference: InferenceEngine,
  ) {}

  @Get('openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  async openApi(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    // An unavailable engine has no languages, and the document is served all the same.
    const pairs = await this.inference.pairs().catch(() => []);
    const languages = pairs.map(({ source, target }) => `${source}-${target}`).join();
    if (this.serialized?.languages !== languages)
      this.serialized = { languages, body: new EncodedBody(withLanguageCodes(this.document.content, pairs)) };
    return this.serialized.body.answer(request, reply);
  }

  @Page('docs', 'text/html')
  page(): string {
    return docsPage;
  }

  @Page('docs/start.js', 'text/javascript')
  start(): string {
    return docsStart;
  }

  @Page('docs/swagger-ui.css', 'text/css')
  style(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | undefined> {
    return this.file('swagger-ui.css', request, reply);
  }

  @Page('docs/narrow.css', 'text/css')
  narrowStyle(): string {
    return docsNarrowStyle;
  }

  @Page('docs/favicon-32x32.png', 'image/png')
  icon(): Promise<Buffer> {
    return viewerFile('favicon-32x32.png');
  }

  @Page('docs/swagger-ui-bundle.js', 'text/javascript')
  bundle(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | undefined> {
    return this.file('swagger-ui-bundle.js', request, reply);
  }

  private async file(name: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    const file = this.files.get(name) ?? new EncodedBody(await viewerFile(name));
    this.files.set(name, file);
    return file.answer(request, reply);
  }
}

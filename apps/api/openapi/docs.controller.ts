import { applyDecorators, Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { INFERENCE } from '#libs/ports/tokens.js';
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
  private serialized: { languages: string; text: string } | undefined;

  constructor(
    private readonly document: OpenApiDocument,
    @Inject(INFERENCE) private readonly inference: InferenceEngine,
  ) {}

  @Get('openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  async openApi(): Promise<string> {
    // An unavailable engine has no languages, and the document is served all the same.
    const pairs = await this.inference.pairs().catch(() => []);
    const languages = pairs.map(({ source, target }) => `${source}-${target}`).join();
    if (this.serialized?.languages !== languages)
      this.serialized = { languages, text: withLanguageCodes(this.document.content, pairs) };
    return this.serialized.text;
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
  style(): Promise<Buffer> {
    return viewerFile('swagger-ui.css');
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
  bundle(): Promise<Buffer> {
    return viewerFile('swagger-ui-bundle.js');
  }
}

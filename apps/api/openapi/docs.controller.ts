import { applyDecorators, Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { INFERENCE } from '#libs/ports/tokens.js';
import { docsPage, docsSecurityPolicy, docsStart, viewerFile } from './docs-page.js';
import { withLanguageCodes } from './language-codes.js';
import { OpenApiDocument } from './openapi-document.js';

const Page = (path: string, type: string): MethodDecorator =>
  applyDecorators(
    Get(path),
    Header('Content-Type', `${type}; charset=utf-8`),
    Header('Content-Security-Policy', docsSecurityPolicy),
  );

/** Serves the OpenAPI document at `/openapi.json`, and a viewer that the service carries itself at `/docs`. */
@ApiExcludeController()
@Controller()
export class DocsController {
  constructor(
    private readonly document: OpenApiDocument,
    @Inject(INFERENCE) private readonly inference: InferenceEngine,
  ) {}

  @Get('openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  async openApi(): Promise<string> {
    // An unavailable engine has no languages, and the document is served all the same.
    const pairs = await this.inference.pairs().catch(() => []);
    return withLanguageCodes(this.document.content, pairs);
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

  @Page('docs/swagger-ui-bundle.js', 'text/javascript')
  bundle(): Promise<Buffer> {
    return viewerFile('swagger-ui-bundle.js');
  }
}

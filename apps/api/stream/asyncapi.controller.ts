import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { asyncApiDocument } from './asyncapi-document.js';

/** Serves the AsyncAPI document of the stream. */
@ApiExcludeController()
@Controller()
export class AsyncApiController {
  private readonly document: string;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.document = JSON.stringify(asyncApiDocument(publicUrlOf(settings), serviceVersion()));
  }

  @Get('asyncapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  serve(): string {
    return this.document;
  }
}

import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { EncodedBody } from '../http/encoded-body.js';
import { asyncApiDocument } from './asyncapi-document.js';

/** Serves the AsyncAPI document of the stream. */
@ApiExcludeController()
@Controller()
export class AsyncApiController {
  private readonly document: EncodedBody;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.document = new EncodedBody(JSON.stringify(asyncApiDocument(publicUrlOf(settings), serviceVersion())));
  }

  @Get('asyncapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  serve(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | undefined> {
    return this.document.answer(request, reply);
  }
}

import { applyDecorators, Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { Guide, guideSecurityPolicy, guideStyle } from './guide.js';

const Page = (path: string): MethodDecorator =>
  applyDecorators(
    Get(path),
    Header('Content-Type', 'text/html; charset=utf-8'),
    Header('Content-Security-Policy', guideSecurityPolicy),
  );

/** Serves the pages of `docs/` at `/docs/guide`. */
@ApiExcludeController()
@Controller('docs')
export class GuideController {
  private readonly guide = new Guide();

  @Page('guide')
  first(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | undefined> {
    return this.page('', request, reply);
  }

  @Page('guide/:page')
  one(
    @Param('page') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    return this.page(name, request, reply);
  }

  @Page('guide/formats/:page')
  format(
    @Param('page') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    return this.page(`formats/${name}`, request, reply);
  }

  @Get('guide.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return guideStyle;
  }

  private async page(name: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    const body = await this.guide.page(name);
    if (body === undefined) throw new Rejection('not_found', { message: 'The guide has no such page.' });
    return body.answer(request, reply);
  }
}

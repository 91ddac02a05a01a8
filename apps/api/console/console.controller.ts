import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { BuiltConsole } from './built-console.js';
import { waitingPage, waitingPolicy } from './waiting-page.js';

/** The folder that the console is built to. */
export const CONSOLE_FOLDER = Symbol('CONSOLE_FOLDER');

/** One file that opens from disk, with a policy of its own in it. */
const verifier = 'verifier.html';

/** Seconds after which a console that is being built is asked for again. */
const buildSeconds = 10;

/** Everything comes from the service itself, by file; forms are sent by the script alone, and markup is never made of text. */
const securityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const contentOf = (name: string, value: string): string => `<meta name="${name}" content="${value}"`;

const waiting = (reply: FastifyReply): Buffer => {
  reply.code(503);
  reply.header('Retry-After', buildSeconds);
  reply.header('Content-Type', 'text/html; charset=utf-8');
  reply.header('Content-Security-Policy', waitingPolicy);
  return Buffer.from(waitingPage);
};

/**
 * The console, an application of its own for browsers (apps/console). Each of its addresses is answered with its page, which
 * shows the screen that the address names. The token of an invite stands behind the `#` of its link, which browsers send to
 * nobody.
 */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  private readonly built: BuiltConsole;

  constructor(
    @Inject(SETTINGS) settings: Pick<Settings, 'TRANSLEDGER_PUBLIC_URL' | 'TRANSLEDGER_OIDC_ISSUER'>,
    @Inject(CONSOLE_FOLDER) folder: string,
  ) {
    const { TRANSLEDGER_PUBLIC_URL: publicUrl, TRANSLEDGER_OIDC_ISSUER: issuer } = settings;
    const origin = publicUrl === undefined ? '' : new URL(publicUrl).origin;
    this.built = new BuiltConsole(folder, (html) =>
      html
        .replace(contentOf('service-origin', ''), contentOf('service-origin', origin))
        .replace(
          contentOf('provider-sign-in', 'no'),
          contentOf('provider-sign-in', issuer === undefined ? 'no' : 'yes'),
        ),
    );
  }

  @Get()
  page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | undefined> {
    return this.answer('index.html', request, reply);
  }

  @Get('*')
  file(
    @Param('*') path: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    if (path !== verifier) return this.answer(path.startsWith('assets/') ? path : 'index.html', request, reply);
    reply.header('Content-Disposition', 'attachment; filename="transledger-verifier.html"');
    return this.answer(verifier, request, reply);
  }

  private async answer(name: string, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    const file = await this.built.file(name);
    // An answer that is none yet, or none any more, is asked for again.
    reply.header('Cache-Control', 'no-store');
    if (file === 'unbuilt') {
      if (request.headers.accept?.includes('text/html')) return waiting(reply);
      throw new Rejection('service_unavailable', {
        message: 'The console is being built. Come again in a moment.',
        retryAfter: buildSeconds,
      });
    }
    if (file === undefined) throw new Rejection('not_found', { message: 'The console has no such file.' });
    reply.header('Content-Type', file.mediaType);
    reply.header('Content-Security-Policy', securityPolicy);
    reply.header('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    return file.body.answer(request, reply);
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyDecorators, Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';

const fileOf = (ending: string): string => readFileSync(join(import.meta.dirname, `console.page.${ending}`), 'utf8');

/** Scripts, styles and the sign come from the service itself, by file; forms are sent by the script alone. */
const securityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const Page = (path: string, type: string): MethodDecorator =>
  applyDecorators(
    Get(path),
    Header('Content-Type', `${type}; charset=utf-8`),
    Header('Content-Security-Policy', securityPolicy),
    Header('Cache-Control', 'no-cache'),
  );

/**
 * The static page at `/console/` and `/console/invite`, on which people set the password of their invite, sign in and sign
 * out. The token of an invite stands behind the `#` of its link, which browsers send to nobody.
 */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  private readonly html: string;
  private readonly code = fileOf('js');
  private readonly look = fileOf('css');
  private readonly sign = fileOf('svg');

  constructor(@Inject(SETTINGS) settings: Pick<Settings, 'TRANSLEDGER_PUBLIC_URL' | 'TRANSLEDGER_OIDC_ISSUER'>) {
    const { TRANSLEDGER_PUBLIC_URL: publicUrl, TRANSLEDGER_OIDC_ISSUER: issuer } = settings;
    this.html = fileOf('html')
      .replace('{service-origin}', publicUrl === undefined ? '' : new URL(publicUrl).origin)
      .replace('{provider-sign-in}', issuer === undefined ? 'no' : 'yes');
  }

  @Page('', 'text/html')
  page(): string {
    return this.html;
  }

  @Page('invite', 'text/html')
  invite(): string {
    return this.html;
  }

  @Page('console.js', 'text/javascript')
  script(): string {
    return this.code;
  }

  @Page('console.css', 'text/css')
  style(): string {
    return this.look;
  }

  @Page('console.svg', 'image/svg+xml')
  icon(): string {
    return this.sign;
  }
}

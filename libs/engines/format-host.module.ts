import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { createFormatHost, type FormatHost } from '#libs/documents/formats/host/format-host.js';
import { FORMAT_HOST } from '#libs/ports/tokens.js';

const threads = 2;

/** Threads that read and write documents. */
@Module({
  providers: [{ provide: FORMAT_HOST, useFactory: () => createFormatHost({ threads }) }],
  exports: [FORMAT_HOST],
})
export class FormatHostModule implements OnApplicationShutdown {
  constructor(@Inject(FORMAT_HOST) private readonly formats: FormatHost) {}

  async onApplicationShutdown(): Promise<void> {
    await this.formats.close();
  }
}

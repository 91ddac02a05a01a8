import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { createFormatHost, type FormatHost, type FormatHostOptions } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { ScanReader } from '#libs/documents/ocr/scan-reader.js';
import { type ConvertingFormatHost, convertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { OfficeConverter } from '#libs/documents/office/office-converter.js';
import { PageDrawer } from '#libs/documents/page-pictures/page-drawer.js';
import { FORMAT_HOST } from '#libs/ports/tokens.js';

type Options = Pick<FormatHostOptions, 'threads' | 'waitMs'>;

const openFormatHost = ({ threads, waitMs }: Options): ConvertingFormatHost => {
  const limits = waitMs === undefined ? {} : { waitMs };
  const host = createFormatHost({ ...limits, ...(threads === undefined ? {} : { threads }) });
  const converter = new OfficeConverter(limits);
  return convertingFormatHost(host, converter, legacyFormats, new ScanReader(limits), new PageDrawer(limits));
};

/** Threads that read and write documents, and the office program for those that are converted. */
@Module({})
export class FormatHostModule implements OnApplicationShutdown {
  constructor(@Inject(FORMAT_HOST) private readonly formats: Pick<FormatHost, 'close'>) {}

  static with(options: Options): DynamicModule {
    return {
      module: FormatHostModule,
      providers: [{ provide: FORMAT_HOST, useFactory: () => openFormatHost(options) }],
      exports: [FORMAT_HOST],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.formats.close();
  }
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { EncodedBody } from '../http/encoded-body.js';

/** Where the build of the console lies: beside that of the service, and in a checkout below `dist` as well. */
export const consoleFolder = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../../dist/console' : '../../../console',
);

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface ConsoleFile {
  mediaType: string;
  body: EncodedBody;
  /** Whether its name changes with its content, so that browsers keep it for ever. */
  isImmutable: boolean;
}

const bytesIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * The files of the console as they were built, which are read once: some hundred kilobytes. A console that is built, or
 * built again, while the service runs is noticed by its page.
 */
export class BuiltConsole {
  private files: ReadonlyMap<string, ConsoleFile> = new Map();
  private builtAt: number | undefined;

  /**
   * @param folder - of the build
   * @param changePage - puts what the service knows into the page
   */
  constructor(
    private readonly folder: string,
    private readonly changePage: (html: string) => string,
  ) {}

  /** A file by its path below `/console/`; undefined where there is none, `'unbuilt'` where there is no console yet. */
  async file(path: string): Promise<ConsoleFile | undefined | 'unbuilt'> {
    const builtAt = await stat(join(this.folder, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (builtAt === undefined) return 'unbuilt';
    if (builtAt !== this.builtAt) {
      this.files = await this.read();
      this.builtAt = builtAt;
    }
    return this.files.get(path);
  }

  private async read(): Promise<Map<string, ConsoleFile>> {
    const names = await readdir(this.folder, { recursive: true });
    const served = names.filter((name) => extname(name) in mediaTypes).map((name) => name.replaceAll('\\', '/'));
    return new Map(await Promise.all(served.map(async (name) => [name, await this.readOne(name)] as const)));
  }

  private async readOne(name: string): Promise<ConsoleFile> {
    const file = join(this.folder, name);
    const bytes = await readFile(file);
    const isPage = name === 'index.html';
    const [br, gzip] = isPage ? [] : await Promise.all([bytesIfThere(`${file}.br`), bytesIfThere(`${file}.gz`)]);
    return {
      mediaType: mediaTypes[extname(name)] ?? '',
      body: new EncodedBody(isPage ? this.changePage(bytes.toString()) : bytes, { br, gzip }),
      isImmutable: name.startsWith('assets/'),
    };
  }
}

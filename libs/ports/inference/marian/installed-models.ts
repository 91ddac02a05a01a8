import { MarianCatalogue } from './marian-catalogue.js';
import type { MarianModel, MarianModels } from './marian-models.js';

/**
 * Looks from time to time which models the inference process has, once it has answered: where there is none, nobody looks
 * unless asked. While it does not answer, they are those that it had; before it ever did, those that lie where it will find them, so
 * that nobody waits only to learn what there is.
 */
export class InstalledModels {
  private known: MarianCatalogue | undefined;
  private expected: MarianCatalogue | undefined;
  private looking: Promise<MarianCatalogue> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly models: Pick<MarianModels, 'list'>,
    private readonly refreshMs: number,
    /** The models that the process will find; missing where they are elsewhere. */
    private readonly onDisk?: () => Promise<readonly MarianModel[]>,
  ) {}

  /** The models as last seen; undefined before they were. */
  get catalogue(): MarianCatalogue | undefined {
    return this.known ?? this.expected;
  }

  /** The models as last seen, or as they are where none were. @throws as `MarianModels` does */
  async seen(): Promise<MarianCatalogue> {
    if (this.known !== undefined) return this.known;
    const looking = this.look();
    if (this.onDisk === undefined) return looking;
    looking.catch(() => undefined);
    this.expected = new MarianCatalogue(await this.onDisk());
    return this.known ?? this.expected;
  }

  /** The models as they are now. @throws as `MarianModels` does */
  look(): Promise<MarianCatalogue> {
    this.looking ??= this.list().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.timer);
  }

  private async list(): Promise<MarianCatalogue> {
    const catalogue = new MarianCatalogue(await this.models.list());
    this.known = catalogue;
    if (!this.isClosed)
      this.timer ??= setInterval(() => void this.look().catch(() => undefined), this.refreshMs).unref();
    return catalogue;
  }
}

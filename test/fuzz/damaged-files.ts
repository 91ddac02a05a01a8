import { damagedFile } from '#libs/documents/formats/damage.fixture.js';
import {
  faultOfConversion,
  faultOfReading,
  type ReadingFormat,
} from '#libs/documents/formats/damaged-reading.fixture.js';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { formatTraits } from '#libs/documents/formats/format-registry.js';
import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import { endedThread } from '#libs/documents/formats/host/format-thread.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { samplesOf } from './format-samples.js';

/** A damaged file that was neither refused nor translated whole. */
export interface FuzzFailure {
  format: string;
  sample: string;
  number: number;
  damage: string;
  fault: string;
}

/** Reads and writes formats, those of old Office documents too. */
type DamagedFilesHost = Pick<FormatHost, 'extract' | 'merge'>;

const user = { organizationId: 'fuzz' };
const isEnded = (error: unknown): boolean =>
  error instanceof FormatError && Object.values(endedThread).includes(error.message);

/** The format in the threads of a host. That its thread had to be ended is no refusal. */
const inHost = (host: DamagedFilesHost, format: string): ReadingFormat => {
  async function* whole<Item, Result>(items: AsyncGenerator<Item, Result>): AsyncGenerator<Item, Result> {
    try {
      return yield* items;
    } catch (error) {
      throw isEnded(error) ? new Error('The thread of the file had to be ended', { cause: error }) : error;
    }
  }
  return {
    extract: (file, options) => whole(host.extract(format, file, options, user)),
    merge: (file, options, translations) => whole(host.merge(format, file, options, translations, user)),
  };
};

/** Reads and writes damaged samples of a format; a seed and a number always give the same file. */
export class DamagedFiles {
  private readonly format: ReadingFormat;
  private readonly samples;
  private readonly isConverted: boolean;

  constructor(
    host: DamagedFilesHost,
    private readonly name: string,
    private readonly seed: number,
  ) {
    this.format = inHost(host, name);
    this.samples = samplesOf(formatTraits.find((traits) => traits.name === name) ?? { extensions: [] });
    this.isConverted = legacyFormats.some((legacy) => legacy.name === name);
  }

  /** Undefined where the file of that number is refused, or translated as a good one is. */
  async failure(number: number): Promise<FuzzFailure | undefined> {
    const sample = this.samples[number % this.samples.length];
    if (sample === undefined) throw new Error(`The format ${this.name} has no samples`);
    const { bytes, what: damage } = damagedFile(sample.bytes, this.seed, number);
    const fault = await (this.isConverted ? faultOfConversion : faultOfReading)(this.format, bytes);
    return fault === undefined ? undefined : { format: this.name, sample: sample.path, number, damage, fault };
  }
}

import { formatTraits } from '#libs/documents/formats/format-registry.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';

export interface FuzzArguments {
  seed: number;
  /** Runs of each property of the specs of linear work; undefined where they are not wanted. */
  mixtures: number | undefined;
  /** The numbers of the damaged files of each format. */
  files: readonly { format: string; numbers: readonly number[] }[];
}

const mixturesOfProperty = 200;
const filesOfFormat = 2_000;
/**
 * LibreOffice starts several times for a file, and takes some seven seconds of a processor in all: 2,000 of each of the three
 * formats would take half a day, 100 take more than half an hour.
 */
const filesOfConvertedFormat = 100;

const usage = 'FUZZ_SEED=1 FUZZ_RUNS=100 npm run fuzz -- [mixtures] [FORMAT | FORMAT:NUMBER]…';

const countIn = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`${name} must be a whole number over 0`);
};

/** @throws Error, with a line for the person who typed them */
export const readFuzzArguments = (args: readonly string[], environment: NodeJS.ProcessEnv): FuzzArguments => {
  const runs = countIn('FUZZ_RUNS', environment.FUZZ_RUNS);
  const seed = countIn('FUZZ_SEED', environment.FUZZ_SEED) ?? (Date.now() % 1_000_000) + 1;
  const names = formatTraits.map(({ name }) => name);
  const usualRuns = (name: string): number =>
    legacyFormats.some((format) => format.name === name) ? filesOfConvertedFormat : filesOfFormat;
  const all = (name: string) => ({ format: name, numbers: [...Array(runs ?? usualRuns(name)).keys()] });
  const one = (argument: string) => {
    const [, name = '', number] = /^([a-z]+)(?::(\d+))?$/.exec(argument) ?? [];
    if (!names.includes(name)) throw new Error(`${usage}\nThere is no format ${argument}. Known: ${names.join(', ')}`);
    return number === undefined ? all(name) : { format: name, numbers: [Number(number)] };
  };
  const given = args.filter((argument) => argument !== 'mixtures');
  return {
    seed,
    mixtures: args.length === 0 || given.length < args.length ? (runs ?? mixturesOfProperty) : undefined,
    files: args.length === 0 ? names.map(all) : given.map(one),
  };
};

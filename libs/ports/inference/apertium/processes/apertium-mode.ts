import { UnusableModeError } from '../rules/unusable-mode.errors.js';

/** One process of a pipeline, ready for `spawn`: no shell ever reads it. */
export interface Stage {
  program: string;
  args: readonly string[];
}

/** Programs that take `-z`, flush at a NUL, and so can stay open between texts. */
const nullFlushing = new Set([
  'apertium-anaphora',
  'apertium-interchunk',
  'apertium-postchunk',
  'apertium-posttransfer',
  'apertium-pretransfer',
  'apertium-tagger',
  'apertium-transfer',
  'cg-proc',
  'hfst-proc',
  'lrx-proc',
  'lsx-proc',
  'lt-proc',
  'rtx-proc',
]);

/**
 * Stages that spread word-bound blanks over the words that they enclose, and close them again; they flush by
 * themselves.
 */
const attachBlanks: Stage = { program: 'apertium-wblank-attach', args: [] };
const detachBlanks: Stage = { program: 'apertium-wblank-detach', args: [] };

const isFile = (argument: string): boolean => !/^[-$]/.test(argument);

const words = (command: string): string[] => {
  if (command.replaceAll(/'[^']*'/g, '').includes("'") || /["`\\;&<>()]/.test(command)) {
    throw new UnusableModeError(`unexpected quoting in "${command.trim()}"`);
  }
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
};

/**
 * Fills in the arguments of a mode: `$1` asks the generator to mark words that it does not know; `$2`, the display of
 * ambiguity, is never wanted.
 */
const substituted = (args: readonly string[]): string[] =>
  args.filter((argument) => argument !== '$2').map((argument) => (argument === '$1' ? '-g' : argument));

const isGenerator = (program: string, args: readonly string[]): boolean =>
  program === 'lt-proc' && (args.includes('-g') || args.includes('$1'));

/**
 * Whether a transfer looks words up by itself, which loses their blanks; a stage before it that looks them up keeps
 * them.
 */
const isLookingUp = (program: string, args: readonly string[]): boolean =>
  program === 'apertium-transfer' && args.filter(isFile).length === 3 && !args.some((a) => /^-[bnx]/.test(a));

const stagesOf = (command: string): Stage[] => {
  const [program = '', ...args] = words(command);
  if (!nullFlushing.has(program)) throw new UnusableModeError(`unknown stage "${program}"`);
  if (isLookingUp(program, args)) {
    const [rules = '', preprocessed = '', dictionary = ''] = args.filter(isFile);
    return [
      { program: 'lt-proc', args: ['-z', '-b', dictionary] },
      { program, args: ['-z', '-b', rules, preprocessed] },
    ];
  }
  const stage: Stage = { program, args: ['-z', ...substituted(args)] };
  return isGenerator(program, args) ? [detachBlanks, stage] : [stage];
};

/**
 * Reads the processes of a mode file, with null flush and word-bound blanks as `apertium-wblank-mode -z` sets them up
 * (a test compares the two).
 * @throws UnusableModeError
 */
export const parseMode = (text: string): Stage[] => {
  const commands = text.trim().split('|');
  const [analyser, ...rest] = commands.map(stagesOf);
  const stages = [...(analyser ?? []), attachBlanks, ...rest.flat()];
  if (stages.filter((stage) => stage.program === detachBlanks.program).length !== 1) {
    throw new UnusableModeError('not exactly one generator');
  }
  return stages;
};

/** Place of the stage that closes the blanks of words before the generator. */
export const stageBeforeGenerator = (stages: readonly Stage[]): number =>
  stages.findIndex((stage) => stage.program === detachBlanks.program);

/** Lists the files that must exist for the stages to start. */
export const filesOf = (stages: readonly Stage[]): string[] =>
  stages.flatMap((stage) => stage.args.filter((argument) => argument.startsWith('/')));

/** Whether the mode's transfer parses all of a text at once. */
export const isRecursive = (stages: readonly Stage[]): boolean => stages.some((stage) => stage.program === 'rtx-proc');

import { Command, CommanderError } from 'commander';
import { addAccount } from './commands/account.js';
import { addAudit } from './commands/audit.js';
import { addCatalogue } from './commands/catalogue.js';
import { addCompletion } from './commands/completion.js';
import { addDoctor } from './commands/doctor.js';
import { addDocuments } from './commands/documents.js';
import { addGlossaries } from './commands/glossaries.js';
import { addHolds } from './commands/holds.js';
import { addReports } from './commands/reports.js';
import { addTranslate } from './commands/translate.js';
import { addWebhooks } from './commands/webhooks.js';
import { Context, type GlobalOptions } from './context.js';
import { type ExitName, exits } from './exit-codes.js';
import { type Failure, failureOf } from './failure.js';
import type { Io } from './io.js';
import { Output } from './output.js';
import type { Handler, Runner } from './runner.js';
import { version } from './version.js';

const isJson = ({ stdout }: Io, { json, plain }: GlobalOptions): boolean =>
  plain !== true && (json === true || stdout.isTTY !== true);

interface ProgramEnds {
  /** Takes the exit of a command that has ended. */
  end: (exit: ExitName) => void;
  /** Takes what is said about wrong usage. */
  complain: (text: string) => void;
}

/** The program with all of its commands. */
const createProgram = (io: Io, { end, complain }: ProgramEnds): Command => {
  const program = new Command('transledger')
    .description('Translates texts and documents, and reads and verifies the audit log, over the API of Transledger.')
    .version(version, '-V, --version', 'print the version')
    .option('--profile <name>', 'which service and key (TRANSLEDGER_PROFILE); the usual one when omitted')
    .option('--json', 'lines of JSON; so it is too where standard output is no terminal')
    .option('--plain', 'text for people, also where standard output is no terminal')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: complain,
    })
    .showHelpAfterError('(see --help)')
    .addHelpText('after', '\nExit codes and everything else: docs/cli.md')
    .exitOverride();
  const run: Runner =
    (handler) =>
    async (...given) => {
      const command = given.pop() as Command;
      const globals = command.optsWithGlobals<GlobalOptions>();
      const output = new Output(io, isJson(io, globals));
      const context = new Context(io, output, globals);
      try {
        end((await (handler as unknown as Handler<unknown[]>)(context, ...given)) ?? 'ok');
      } finally {
        output.bar.clear();
      }
    };
  addAccount(program, run);
  addTranslate(program, run);
  addDocuments(program, run);
  addGlossaries(program, run);
  addCatalogue(program, run);
  addAudit(program, run);
  addReports(program, run);
  addHolds(program, run);
  addWebhooks(program, run);
  addDoctor(program, run);
  addCompletion(program, run);
  return program;
};

const usageFailure = ({ message }: CommanderError): Failure => ({
  exit: 'input',
  code: 'usage',
  message: message.replace(/^error: /, ''),
});

/** Exit code of a program that a signal ended, as shells have it. */
const interruptedCode = 130;

/** Runs the command of the arguments, which stand behind the name of the program, and resolves with its exit code. */
export const runCommandLine = async (args: readonly string[], io: Io): Promise<number> => {
  let exit: ExitName = 'ok';
  let complaints = '';
  const isForPrograms = !args.includes('--plain') && (args.includes('--json') || io.stderr.isTTY !== true);
  const program = createProgram(io, {
    end: (name) => {
      exit = name;
    },
    complain: (text) => {
      complaints += text;
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exits[exit].code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exits.ok.code;
    if (io.signal.aborted) return interruptedCode;
    const isUsage = error instanceof CommanderError && !error.code.startsWith('commander.help');
    const failure = isUsage ? usageFailure(error) : failureOf(error);
    if (!(error instanceof CommanderError) || (isUsage && isForPrograms)) new Output(io, isForPrograms).fail(failure);
    else io.stderr.write(complaints);
    return error instanceof CommanderError ? exits.input.code : exits[failure.exit].code;
  }
};

import { PageShell } from './page-shell.js';

/** Commands of a page, and what the page says that they print. */
export interface WalkStep {
  /** The nearest heading above. */
  readonly heading: string;
  readonly commands: string;
  /** The lines that are printed, of a block of `text`; `…` stands for anything. */
  readonly expected: readonly string[];
  /** Examples of the answer: blocks of JSON or without a language behind the commands, and comments that begin with `# →`. */
  readonly examples: readonly string[];
}

const fence = /^```(\w*)$/;
const arrow = '# → ';

/** The commands of a block, each with the comments behind it that say what is answered. */
const partsOf = (lines: readonly string[]): { commands: string; examples: string[] }[] => {
  const parts: { commands: string[]; examples: string[] }[] = [{ commands: [], examples: [] }];
  for (const line of lines) {
    const last = parts.at(-1);
    if (line.startsWith(arrow)) last?.examples.push(line.slice(arrow.length));
    else if (last === undefined || last.examples.length > 0) parts.push({ commands: [line], examples: [] });
    else last.commands.push(line);
  }
  return parts.map(({ commands, examples }) => ({ commands: commands.join('\n').trim(), examples }));
};

/** A program of JavaScript as commands; it finds packages where it is typed. */
const asCommands = (program: string): string => `node --input-type=module <<'PROGRAM'\n${program}\nPROGRAM`;

/**
 * The blocks of a page that are commands (`sh`) or a program (`js`), each with what the page shows behind it, up to the
 * next heading.
 */
export const stepsOf = (markdown: string): WalkStep[] => {
  const steps: WalkStep[] = [];
  let heading = '';
  let isShown = false;
  let block: { language: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const language = fence.exec(line)?.[1];
    if (block === undefined) {
      if (line.startsWith('#')) {
        heading = line.replace(/^#+ /, '');
        isShown = false;
      }
      if (language !== undefined) block = { language, lines: [] };
      continue;
    }
    if (language !== '') {
      block.lines.push(line);
      continue;
    }
    const { language: kind, lines } = block;
    block = undefined;
    if (kind === 'sh' || kind === 'js') {
      const parts = kind === 'sh' ? partsOf(lines) : [{ commands: asCommands(lines.join('\n')), examples: [] }];
      steps.push(...parts.map((part) => ({ heading, expected: [], ...part })));
      isShown = true;
      continue;
    }
    const last = steps.at(-1);
    if (last === undefined || !isShown) continue;
    isShown = false;
    if (kind === 'text') steps[steps.length - 1] = { ...last, expected: lines };
    else if (kind === 'json' || kind === '') {
      steps[steps.length - 1] = { ...last, examples: [...last.examples, lines.join('\n')] };
    }
  }
  return steps;
};

/** Runs steps one after the other in one shell, after `prelude`; what each printed, errors too. */
export const runSteps = async (
  steps: readonly WalkStep[],
  prelude: string,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> => {
  const shell = new PageShell(environment);
  const printed: string[] = [];
  await shell.type(prelude);
  for (const { commands } of steps) printed.push((await shell.type(commands)).printed);
  shell.end();
  return printed;
};

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const anyLines = String.raw`(?:[^\n]*\n)*`;

/** Whether a step printed what the page says, and nothing else: `…` is the rest of a word, or any lines where it has its own. */
export const isPrinted = ({ expected }: WalkStep, printed: string): boolean => {
  const lines = expected.map((line) =>
    line === '…' ? anyLines : `${line.trimEnd().split('…').map(literally).join('[^\\n]*')}\\n`,
  );
  return new RegExp(`^\\n*${lines.join('')}\\n*$`).test(`${printed}\n`);
};

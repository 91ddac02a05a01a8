import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Commands of a page, and what the page says that they print. */
export interface WalkStep {
  /** The nearest heading above. */
  readonly heading: string;
  readonly commands: string;
  /** The lines that are printed; `…` stands for anything. */
  readonly expected: readonly string[];
}

const fence = /^```(\w*)$/;

/** The blocks of a page that are commands (`sh`), each with the block of `text` behind it. */
export const stepsOf = (markdown: string): WalkStep[] => {
  const steps: WalkStep[] = [];
  let heading = '';
  let block: { language: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const language = fence.exec(line)?.[1];
    if (block === undefined) {
      if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
      if (language !== undefined) block = { language, lines: [] };
      continue;
    }
    if (language !== '') {
      block.lines.push(line);
      continue;
    }
    const { language: kind, lines } = block;
    block = undefined;
    if (kind === 'sh') steps.push({ heading, commands: lines.join('\n'), expected: [] });
    const last = steps.at(-1);
    if (kind === 'text' && last !== undefined) steps[steps.length - 1] = { ...last, expected: lines };
  }
  return steps;
};

const mark = '@@@ step';

/** Runs steps one after the other in one shell, after `prelude`; what each printed, errors too. */
export const runSteps = async (
  steps: readonly WalkStep[],
  prelude: string,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> => {
  const script = ['exec 2>&1', prelude, ...steps.map(({ commands }) => `printf '\\n${mark}\\n'\n${commands}`)].join(
    '\n',
  );
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.replaceAll('\r', '').split(`\n${mark}\n`).slice(1);
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

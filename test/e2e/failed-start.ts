import { runProgram } from './running-service.js';

/** Starts the service where it cannot start; answers its exit code and what it said. */
export const failToStart = async (
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; said: string[]; output: string }> => {
  const started = runProgram({ TRANSLEDGER_INFERENCE: 'echo', ...settings }, ...args);
  const code = await started.ended;
  const said = linesOf(started.output()).filter((line) => line.startsWith('✗'));
  return { code, said, output: started.output() };
};

/** The lines of an output that are not empty. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

import { Counter, type Registry } from 'prom-client';

/** Counts answers from a read model that was behind the log, or may have been. */
export const countLaggingAnswers = (registry: Registry): ((projection: string) => void) => {
  const answers = new Counter({
    name: 'transledger_lagging_answers_total',
    help: 'Answers that said of themselves that events may be missing.',
    labelNames: ['projection'] as const,
    registers: [registry],
  });
  return (projection) => answers.inc({ projection });
};

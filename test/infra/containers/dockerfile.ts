export interface Instruction {
  keyword: string;
  rest: string;
}

export interface Stage {
  name: string;
  /** Name of an image, or of another stage. */
  base: string;
  instructions: Instruction[];
}

const instructionsOf = (text: string): Instruction[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { keyword, rest };
    });

/** Reads the stages; variables that are declared before the first are put into the bases. */
export const stagesOf = (text: string): Stage[] => {
  const declared = new Map<string, string>();
  const stages: Stage[] = [];
  for (const instruction of instructionsOf(text)) {
    const { keyword, rest } = instruction;
    if (keyword === 'FROM') {
      const [, base = '', name = ''] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      stages.push({
        name,
        base: base.replaceAll(/\$\{(\w+)\}/g, (_, key: string) => declared.get(key) ?? ''),
        instructions: [],
      });
    } else if (stages.length === 0) {
      const [key = '', value = ''] = rest.split('=');
      declared.set(key, value);
    } else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
};

/** All instructions of one keyword in a stage, without those of the stages below it. */
export const all = (stage: Stage, keyword: string): string[] =>
  stage.instructions.filter((instruction) => instruction.keyword === keyword).map(({ rest }) => rest);

export interface Copy {
  /** The stage that it copies from; the context when undefined. */
  from: string | undefined;
  sources: string[];
  target: string;
}

export const copiesOf = (stage: Stage): Copy[] =>
  all(stage, 'COPY').map((rest) => {
    const words = rest.split(/\s+/);
    const options = words.filter((word) => word.startsWith('--'));
    const paths = words.filter((word) => !word.startsWith('--'));
    return {
      from: options.find((option) => option.startsWith('--from='))?.slice('--from='.length),
      sources: paths.slice(0, -1),
      target: paths.at(-1) ?? '',
    };
  });

/** Paths of the context that a stage's RUN steps see without copying them. */
export const mountsOf = (stage: Stage): string[] =>
  all(stage, 'RUN').flatMap((rest) =>
    [...rest.matchAll(/--mount=type=bind,source=([^,\s]+)/g)].map(([, path = '']) => path),
  );

/** Variables of the stage's `ENV`, by name. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    all(stage, 'ENV').flatMap((rest) =>
      [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  );

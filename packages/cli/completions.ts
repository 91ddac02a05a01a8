import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface CompletedCommand {
  /** Words behind the program's name. */
  path: string;
  words: { word: string; description: string }[];
}

/** The commands, each with what may stand behind it. */
const commandsOf = (command: Command, path: string, inherited: CompletedCommand['words']): CompletedCommand[] => {
  const options = command.options.flatMap(({ long, description }) =>
    long === undefined || long === null ? [] : [{ word: long, description }],
  );
  const called = command.commands.map((each) => ({ word: each.name(), description: each.description() }));
  const words = [...called, ...options, ...inherited];
  const below = command.commands.flatMap((each) =>
    commandsOf(each, `${path} ${each.name()}`.trim(), path === '' ? options : inherited),
  );
  return [{ path, words }, ...below];
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const bash = (commands: readonly CompletedCommand[]): string => {
  const cases = commands.map(
    ({ path, words }) => `    ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`,
  );
  return `_transledger() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path= words= at
  for ((at = 1; at < COMP_CWORD; at += 1)); do
    case "\${COMP_WORDS[at]}" in
      -*) ;;
      *) case "$path \${COMP_WORDS[at]}" in
${commands
  .filter(({ path }) => path !== '')
  .map(({ path }) => `        ${quoted(path.includes(' ') ? path : ` ${path}`)}) path=${quoted(path)} ;;`)
  .join('\n')}
      esac ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _transledger transledger
`;
};

// In zsh `path` is the list of folders with programs.
const zsh = (commands: readonly CompletedCommand[]): string => {
  const cases = commands.map(({ path, words }) => {
    const described = words.map(({ word, description }) => quoted(`${word.replaceAll(':', '\\:')}:${description}`));
    return `    ${quoted(path)}) described=(${described.join(' ')}) ;;`;
  });
  return `#compdef transledger
_transledger() {
  local called= at
  local -a described
  for ((at = 2; at < CURRENT; at += 1)); do
    case "\${called:+$called }\${words[at]}" in
${commands
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${quoted(path)}) called=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$called" in
${cases.join('\n')}
  esac
  _describe transledger described
  _files
}
compdef _transledger transledger
`;
};

const fish = (commands: readonly CompletedCommand[]): string => {
  const lines = commands.flatMap(({ path, words }) => {
    const condition = quoted(`test (__transledger_path) = ${path === '' ? '""' : `"${path}"`}`);
    return words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c transledger -n ${condition} ${what} -d ${quoted(description)}`;
    });
  });
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `function __transledger_path
  set -l path
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and continue
    set -l longer (string join ' ' $path $word)
    contains -- $longer ${paths.join(' ')}; and set path $longer
  end
  echo "$path"
end
${lines.join('\n')}
`;
};

/** A script that completes the commands and options of a program in a shell. */
export const completionsOf = (program: Command, shell: Shell): string => {
  const commands = commandsOf(program, '', []);
  return { bash, zsh, fish }[shell](commands);
};

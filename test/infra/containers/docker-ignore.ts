interface Rule {
  matches: RegExp;
  brings: boolean;
}

/** `**` stands for any folders, `*` for anything in one name; what is in a folder that matches, matches too. */
const expressionOf = (pattern: string): RegExp => {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}(?:/.*)?$`);
};

const ruleOf = (line: string): Rule => ({
  matches: expressionOf(line.replace(/^!/, '').replaceAll(/^\/|\/$/g, '')),
  brings: line.startsWith('!'),
});

/** Reads a `.dockerignore`; the result says whether a build sees a path. As in Docker, the last match decides. */
export const contextOf = (dockerIgnore: string): ((path: string) => boolean) => {
  const rules = dockerIgnore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(ruleOf);
  return (path) => rules.findLast(({ matches }) => matches.test(path))?.brings ?? true;
};

/** The keys that lead to a value, without the places in lists. */
export interface ValuePlace {
  key?: string | undefined;
  parent?: string | undefined;
}

/** UTF-16 code units of a value by which its kind is told. */
const headLength = 2000;

const commandKeys = new Set(
  'after_script,args,before_script,classname,code,const,enum,operationid,pattern,regex,regexp,changed_when,cmd,command,commands,entrypoint,exec,execstart,failed_when,if,run,script,shell,unless,until,validate,when'.split(
    ',',
  ),
);

/** Whether a key names commands or conditions: `run`, `postCreateCommand`, and all keys of `scripts`. */
const namesCommands = ({ key = '', parent }: ValuePlace): boolean =>
  commandKeys.has(key.toLowerCase()) ||
  parent === 'scripts' ||
  (parent === 'healthcheck' && key === 'test') ||
  /(?:[a-z]C|[_-]c)(?:ommand|md)$|^(?:validation|on [a-z]+) code$/.test(key);

/** Whether a text begins or ends as sentences, titles and labels do. */
const isWritten = (line: string): boolean =>
  /^["'“‘«([¿¡]?\p{Lu}(?!\p{Ll}+-\p{Lu}|[\p{Lu}\d_]*=)/u.test(line) ||
  /\p{Lo}/u.test(line) ||
  /[\p{L})]{2}[.!?…:]["'”’»]?$/u.test(line);

/** Commands as they are typed, whatever their key is. */
const typed: readonly RegExp[] = [
  /^#!\/|^\.{1,2}\/\S+\s|^\/(?:usr|bin|sbin|opt|etc)\/\S+\s|^sudo\s/,
  // yarn build && yarn start
  /^[a-z][\w./-]*\s(?:.*\s)?(?:&&|\|\||2>&1|>>)\s/,
  /\$\([a-z][^()]*\)/,
];

/** Values with white space that are written for programs; each expression matches a whole line. */
const forPrograms: readonly RegExp[] = [
  // a condition: github.event_name == 'push'
  /^!?[\w.$()['\]-]+\s+(?:==|!=|=~|>=|<=)\s+\S.*$/,
  // settings: name=sshd state=restarted
  /^[\w.-]+=\S*(?:\s+[\w.-]+=\S*)+$/,
  // a setting with a value in quotes: msg="The value is {{ x }}"
  /^[\w.-]+=(?:"[^"]*"|'[^']*')(?:\s+[\w.-]+=(?:"[^"]*"|'[^']*'|[^\s"']\S*)?)*$/,
  // a type of content: text/html; charset=utf-8
  /^[a-z]+\/[\w.+-]+;\s?[\w-]+=\S+$/,
  // a statement of SQL or GraphQL
  /^(?:SELECT\s(?:\S+\s+){1,40}FROM\s|INSERT INTO\s|UPDATE\s\S+\sSET\s|DELETE FROM\s|(?:CREATE|ALTER|DROP) (?:TABLE|INDEX|VIEW)\s)/,
  /^(?:query|mutation|subscription|fragment)\s?(?:\w+\s?)?(?:\([^()]*\)\s?)?\{.*$/,
  // a statement of JavaScript or Python
  /^(?:const|let|var)\s\w+\s?=|^(?:def\s\w+\(|class\s\w+\s?[{(])|^[a-z]\w*\s?=>\s/,
  /^(?:async\s)?function\s?\w*\s?\([^()]*\)\s?\{|^\([\w\s,]*\)\s?=>\s/,
  /^import\s(?:[\w*{},]+\s+){1,20}from\s["']/,
  // a path of XPath, a selector of CSS
  /^\/\/?[a-z*][\w:-]*\[.*\]$/,
  /^(?=.*(?:\s[.#>+~]|[\w-]:[a-z]))[.#][a-zA-Z][\w-]*(?::[a-z-]+)?(?:(?:\s[>+~]\s|,\s|\s)[.#]?[a-z][\w-]*(?::[a-z-]+)?){1,12}$/,
  /^\/\/?[a-z*][\w:-]*(?:\[[^\]]*\])?(?:\/{1,2}[a-z*@][\w:-]*(?:\[[^\]]*\])?)+$/,
  // print("a b"), using System.Linq;, @media (max-width: 100px)
  /^(?:print|printf|console\.\w+|echo|puts|alert)\(["'`].*["'`]\);?$/,
  /^using\s[A-Z][\w.]*;$|^@(?:media|supports|container)\s*(?:\(|(?:only\s)?(?:screen|print|all)\b).*$/,
  /^@(?:import\s(?:["']|url\()|font-face\s?\{|keyframes\s[\w-]+\s?\{|charset\s").*$/,
  // \frac{a}{b} + c of LaTeX, without words behind it
  /^\\[a-z]+[{[](?!.*\s\p{L}{2}).*$/u,
  // a browser: Mozilla/5.0 (Windows NT 10.0)
  /^Mozilla\/\d\.\d\s\(.*$/,
  // a permission: rwxr-xr-x root root
  /^[d-]?(?:[r-][w-][xsS-]){3}\s.*$/,
  // a setting of a server: PermitRootLogin no
  /^\p{Lu}\p{Ll}+\p{Lu}\w*\s+(?:yes|no|on|off|true|false|none|\d[\d.]*)$/u,
  // a query of CSS: (min-width: 600px)
  /^\([a-z]+-[a-z-]+\s?:[\w.%/ -]+\)$/,
];

/** Sources of commands as they are typed, by the program that they begin with. */
const typedPrograms: readonly string[] = [
  String.raw`(?:\$ )?(?:curl|wget|npm|npx|yarn|pnpm|pip3?|docker|kubectl|helm|terraform|ssh|scp|rsync|git|cargo|apt|apt-get|brew|aws|gcloud|dotnet)[ \t]+(?:[^\s]+[ \t]+){0,6}(?:-{1,2}[a-zA-Z]|(?:https?|git|ssh):\/\/|\.{0,2}\/\S|\S+\.(?:js|py|sh|git|jar|ya?ml|json)\b)`,
  // words that sentences begin with, too
  String.raw`(?:\$ )?(?:go|make|node|http|java|az|python3?|bash)[ \t]+(?:-{1,2}[a-zA-Z]|\.{0,2}\/\S|[\w./-]+\.(?:js|py|sh|jar)\b)`,
  String.raw`(?:\$ )?(?:(?:npm|yarn|pnpm) (?:ci|install|i|add|run|start|test|publish)|pip3? install|git (?:clone|pull|push|commit|checkout|fetch)|docker (?:run|build|pull|compose)|kubectl (?:apply|get|delete)|apt(?:-get)? (?:install|update)|brew install|cargo (?:build|install|run)|go (?:get|install|run|build)(?=[ \t]*(?:[\r\n]|$|[ \t](?:[-.]|[\w-]{1,60}\.[a-z]))))(?![^\s])`,
];
/** Also with settings before it: `NODE_ENV=production npm start`. */
const programs = typedPrograms.map(
  (source) => new RegExp(String.raw`^(?:[A-Z][A-Z0-9_]{1,40}=\S{0,200}\s){0,5}${source}`),
);

/** Source of a regular expression of a command on lines of its own, and of those that it goes on in. */
export const commandLines: string = String.raw`(?=[$a-z])(?<=(?:^|\n)[ \t]{0,40})(?:${typedPrograms.join('|')})[^\n]{0,1000}(?:(?<=\\\r?)\n[^\n]{0,1000}){0,20}`;

/** Patterns, classes and styles that programs read. */
const machineWords: readonly RegExp[] = [
  // dd/MM/yyyy HH:mm, MMMM D, YYYY
  /^(?=.*(?:yyyy|YYYY|yy\b|YY\b|[hH]{1,2}:mm))(?:[yYMDdEeHhmsSaAzZTQqLwW\s.,:/-]|Do|'[^']*'|\[[^[\]]*\])+$/,
  // fa fa-home, btn btn-primary
  /^([a-z]{2,12})(?:\s+\1-[a-z0-9-]+)+$/,
  // flex items-center px-4: names of classes of Tailwind, with a number or a state in one of them
  /^(?=.*(?:[a-z]-\[?\d|[a-z]:[a-z]))(?:-?[a-z]+(?::[a-z][\w/]*|-[\w/.%#[\]]+)+|flex|grid|block|hidden|inline|relative|absolute|fixed|sticky|border|rounded|shadow|underline|truncate|italic|uppercase|container|transition)(?:\s+(?:-?[a-z]+(?::[a-z][\w/]*|-[\w/.%#[\]]+)+|flex|grid|block|hidden|inline|relative|absolute|fixed|sticky|border|rounded|shadow|underline|truncate|italic|uppercase|container|transition))+$/,
  // values of CSS: linear-gradient(to right, red, blue), bold 12px Arial, sans-serif
  /^(?:(?:repeating-)?(?:linear|radial|conic)-gradient|translate|scale|rotate|matrix|minmax|repeat|clamp|min|max)\(.*\)$/,
  /^[a-z-]+\s[\d.]+m?s(?:\s(?:ease(?:-in|-out|-in-out)?|linear|cubic-bezier\([^()]*\)|[\d.]+m?s))+$/,
  /^(?:(?:bold|italic|normal|\d00)\s){0,3}\d{1,3}(?:px|em|rem|pt)(?:\/[\d.]+)?\s["']?[A-Z].*$/,
  // a regular expression: ^[a-z ]+$
  /^\^\S.*\$$/,
];

const property =
  '(?:color|background|margin|padding|font|border|display|width|height|position|float|line-height|text-align)(?:-[a-z]+)*\\s?';
const firstProperty = new RegExp(`^${property}$`);
const valueAndProperty = new RegExp(`^\\s?[^;]{1,80};?\\s*${property}$`);
const maxValue = 80;

/** Whether the end of a style is a value, with or without a semicolon behind it. */
const isLastValue = (text: string): boolean => {
  const end = text.indexOf(';');
  const value = end === -1 ? text : text.slice(0, end);
  return value !== '' && value.trim().length <= maxValue && (end === -1 || text.slice(end + 1).trim() === '');
};

/** Whether a text is a style: `color: red; margin: 0 auto`. */
const isStyle = (text: string): boolean => {
  const [first = '', ...others] = text.split(':');
  const last = others.pop();
  return (
    last !== undefined &&
    !/\?$/.test(last) &&
    firstProperty.test(first) &&
    isLastValue(last) &&
    others.every((other) => valueAndProperty.test(other))
  );
};

const timeField = /^(?:[\d*?/,#LW-]+|(?:[A-Z]{3}[,-]?)+)$/;

/** Times as cron has them: `0 5 * * MON-FRI`. */
const isSchedule = (line: string): boolean => {
  const fields = line.split(/\s+/);
  return (
    fields.length > 4 && fields.length < 8 && fields.includes('*') && fields.every((field) => timeField.test(field))
  );
};

/** The first line of a text that is no comment of a program. */
const firstLineOf = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .find((line) => line !== '' && (!line.startsWith('#') || line.startsWith('#!'))) ?? '';

/** Whether a value is a command, a condition or a setting by what it is. */
export const isForPrograms = (value: string): boolean => {
  const line = firstLineOf(value.slice(0, headLength));
  if (line === '' || isSchedule(line)) return line !== '';
  return (
    forPrograms.some((expression) => expression.test(line)) ||
    machineWords.some((expression) => expression.test(value.trim().slice(0, headLength))) ||
    isStyle(value.trim().slice(0, headLength)) ||
    programs.some((expression) => expression.test(line)) ||
    (!isWritten(line) && typed.some((expression) => expression.test(line)))
  );
};

/** Whether a value is a command by its key, and not written as wording is. */
export const isCommandByKey = (value: string, place: ValuePlace): boolean =>
  (place.key === 'source' && /code-?samples?$/i.test(place.parent ?? '')) ||
  /^(?:pattern|regexp?|date_?format|time_?format|class_?names?|css_?class|operationId)$/i.test(place.key ?? '') ||
  (namesCommands(place) && !isWritten(firstLineOf(value.slice(0, headLength))));

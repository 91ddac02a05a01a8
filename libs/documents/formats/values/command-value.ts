/** The keys that lead to a value, without the places in lists. */
export interface ValuePlace {
  key?: string | undefined;
  parent?: string | undefined;
}

/** UTF-16 code units of a value by which its kind is told. */
const headLength = 2000;

const commandKeys = new Set(
  'args,before_script,after_script,changed_when,cmd,command,commands,entrypoint,exec,execstart,failed_when,if,run,script,shell,unless,until,validate,when'.split(
    ',',
  ),
);

/** Whether a key names commands or conditions: `run`, `postCreateCommand`, and all keys of `scripts`. */
const namesCommands = ({ key = '', parent }: ValuePlace): boolean =>
  commandKeys.has(key.toLowerCase()) ||
  parent === 'scripts' ||
  (parent === 'healthcheck' && key === 'test') ||
  /(?:[a-z]C|[_-]c)(?:ommand|md)$/.test(key);

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
  // a setting of a server: PermitRootLogin no
  /^\p{Lu}\p{Ll}+\p{Lu}\w*\s+(?:yes|no|on|off|true|false|none|\d[\d.]*)$/u,
  // a query of CSS: (min-width: 600px)
  /^\([a-z]+-[a-z-]+\s?:[\w.%/ -]+\)$/,
];

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
    (!isWritten(line) && typed.some((expression) => expression.test(line)))
  );
};

/** Whether a value is a command by its key, and not written as wording is. */
export const isCommandByKey = (value: string, place: ValuePlace): boolean =>
  namesCommands(place) && !isWritten(firstLineOf(value.slice(0, headLength)));

import { Command, Help } from 'commander';
import { describe, expect, it } from 'vitest';
import { auditCommands } from './audit.commands.js';
import { groups } from './groups.js';
import { helpFormat } from './help-format.js';

/** Every command with the words by which it is called. */
const leavesOf = (command: Command, words: string): [string, Command][] =>
  command.commands.length === 0
    ? [[words, command]]
    : command.commands.flatMap((each) => leavesOf(each, `${words} ${each.name()}`));

const commands = await Promise.all(
  [...groups.filter(({ name }) => name !== 'audit'), ...auditCommands].map(async (lazy) => {
    const command = new Command(lazy.name).configureHelp(helpFormat);
    (await lazy.load())(command);
    return leavesOf(command, auditCommands.includes(lazy) ? `audit ${lazy.name}` : lazy.name);
  }),
);

describe.each(commands.flat())('the help of %s', (_name, command) => {
  const help = Object.assign(new Help(), command.configureHelp());

  it('says which options are required, and how times are written', () => {
    for (const option of command.options) {
      const description = help.optionDescription(option);
      if (option.mandatory) expect(description).toMatch(/\(required\)$/);
      if (option.flags.includes('<time>')) expect(description).toContain('RFC 3339');
    }
  });

  it('describes every argument, with its choices', () => {
    for (const argument of command.registeredArguments) expect(argument.description).not.toBe('');
    expect(help.visibleArguments(command)).toHaveLength(command.registeredArguments.length);
  });
});

it('the help of audit export names the variable of its key, that of jobs failed its month', async () => {
  const text = Object.fromEntries(commands.flat().map(([name, command]) => [name, command.helpInformation()]));
  expect(text['audit export']).toContain('AUDIT_API_KEY');
  expect(text['jobs failed']).toContain('last month');
  expect(text['projections rebuild']).toContain('audit-log');
});

import { TransledgerError } from '@transledger/sdk';
import type { Command } from 'commander';
import { CommandError } from '../command-error.js';
import type { Context } from '../context.js';
import { profilesFile, readProfiles, toApiKey, toProfileName, toUrl, writeProfiles } from '../profiles.js';
import type { Runner } from '../runner.js';
import { readSecret } from '../secret-input.js';

interface LoginOptions {
  url: string;
}

const usualName = 'default';
/** Hosts of this machine: nobody else reads what is sent to them. */
const ownHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Asks the service whether it knows the key. A key that may not list the languages is known too. */
const assertKnown = async (context: Context, url: string, apiKey: string): Promise<void> => {
  try {
    await context.clientOf({ url, apiKey }).languages({}, context.call);
  } catch (error) {
    if (!(error instanceof TransledgerError && error.code === 'insufficient_scope')) throw error;
  }
};

const login = async (context: Context, options: LoginOptions, profile: string | undefined): Promise<void> => {
  const { io, output } = context;
  const name = toProfileName(profile ?? usualName);
  const url = toUrl(options.url);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !ownHosts.includes(hostname))
    output.warn(`${url} is not encrypted: whoever is on the way reads the key, and what you translate.`);
  const apiKey = toApiKey(await readSecret(io, `API key for ${url}: `));
  await assertKnown(context, url, apiKey);
  const kept = await readProfiles(io.env);
  await writeProfiles(io.env, {
    default: kept.default ?? name,
    profiles: { ...kept.profiles, [name]: { url, apiKey } },
  });
  output.done(`The profile ${name} is kept in ${profilesFile(io.env)}, for you alone.`);
};

const logout = async ({ io, output }: Context, profile: string | undefined): Promise<void> => {
  const kept = await readProfiles(io.env);
  const name = profile ?? kept.default;
  if (name === undefined || !Object.hasOwn(kept.profiles, name))
    throw new CommandError('config', `There is no profile ${name ?? usualName}.`);
  const { [name]: _, ...profiles } = kept.profiles;
  await writeProfiles(io.env, { default: kept.default === name ? Object.keys(profiles)[0] : kept.default, profiles });
  output.done(`The profile ${name} is gone. Its key is still valid: revoke it where it was made.`);
};

const listProfiles = async ({ io, output }: Context): Promise<void> => {
  const kept = await readProfiles(io.env);
  const shown = Object.entries(kept.profiles).map(([name, { url }]) => ({ name, url, default: name === kept.default }));
  await output.list(shown, ['PROFILE', 'URL', 'DEFAULT'], ({ name, url, default: isUsual }) => [
    name,
    url,
    isUsual ? 'yes' : '',
  ]);
};

/** `login`, `logout`, `profiles`. */
export const addAccount = (program: Command, run: Runner): void => {
  const profileOf = (): string | undefined => program.opts<{ profile?: string }>().profile;
  program
    .command('login')
    .description('keep a service and its key as a profile; the key is read from standard input, or asked for')
    .requiredOption('--url <url>', 'address of the service')
    .action(run(async (context, options: LoginOptions) => login(context, options, profileOf())));
  program
    .command('logout')
    .description('forget a profile')
    .action(run(async (context) => logout(context, profileOf())));
  program
    .command('profiles')
    .description('list the profiles, without their keys')
    .action(run(async (context) => listProfiles(context)));
};

import { join } from 'node:path';
import { CommandError } from './command-error.js';
import type { Io } from './io.js';
import { configFolder, isRecord, readPrivately, writePrivately } from './private-file.js';

/** A service, and the key that it is asked with. */
export interface Profile {
  url: string;
  apiKey: string;
}

export interface ProfileFile {
  default: string | undefined;
  profiles: Readonly<Record<string, Profile>>;
}

/** The service of a run, and where it is known from. */
export interface ChosenProfile extends Profile {
  /** Name of the profile; undefined where it is of the environment. */
  name: string | undefined;
}

const profileName = /^[\w.-]{1,64}$/;
const keyForm = /^[!-~]{1,512}$/;

const isProfile = (value: unknown): value is { url: string; api_key: string } =>
  isRecord(value) && typeof value.url === 'string' && typeof value.api_key === 'string';

/** Address of a service, without a slash at its end. @throws CommandError */
export const toUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new CommandError('input', `${text} is no address of a service.`, 'It begins with https:// or http://.');
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href;
};

/** @throws CommandError for what no header can carry */
export const toApiKey = (text: string): string => {
  if (keyForm.test(text)) return text;
  throw new CommandError('config', 'What was given as the API key is none: it is empty, or has spaces or lines in it.');
};

/** @throws CommandError */
export const toProfileName = (text: string): string => {
  if (profileName.test(text)) return text;
  throw new CommandError('input', `${text} is no name of a profile: letters, digits, dots, dashes, at most 64.`);
};

export const profilesFile = (env: Io['env']): string => join(configFolder(env), 'profiles.json');

/** The profiles that are kept. @throws CommandError where the file is damaged, or others may read it */
export const readProfiles = async (env: Io['env']): Promise<ProfileFile> => {
  const content = await readPrivately(profilesFile(env));
  if (content === undefined) return { default: undefined, profiles: {} };
  const { default: usual, profiles } = isRecord(content) ? content : {};
  if (!isRecord(profiles) || !Object.values(profiles).every(isProfile))
    throw new CommandError('config', `${profilesFile(env)} is damaged.`, 'Mend it, or remove it and log in again.');
  const known = Object.entries(profiles)
    .filter((entry): entry is [string, { url: string; api_key: string }] => isProfile(entry[1]))
    .map(([name, { url, api_key }]) => [name, { url, apiKey: api_key }] as const);
  return { default: typeof usual === 'string' ? usual : undefined, profiles: Object.fromEntries(known) };
};

export const writeProfiles = (env: Io['env'], { default: usual, profiles }: ProfileFile): Promise<void> => {
  const shown = Object.entries(profiles).map(([name, { url, apiKey }]) => [name, { url, api_key: apiKey }]);
  const content = { default: usual, profiles: Object.fromEntries(shown) };
  return writePrivately(profilesFile(env), `${JSON.stringify(content, undefined, 2)}\n`);
};

const named = ({ profiles }: ProfileFile, name: string): ChosenProfile => {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return { name, ...profile };
  throw new CommandError(
    'config',
    `There is no profile ${name}.`,
    `Make it: transledger login --profile ${name} --url URL`,
  );
};

/**
 * The service and the key of a run: the profile that is named, else the usual one, else `TRANSLEDGER_URL` and `TRANSLEDGER_API_KEY`.
 * @throws CommandError where there is none
 */
export const chooseProfile = async (env: Io['env'], given: string | undefined): Promise<ChosenProfile> => {
  const file = await readProfiles(env);
  const name = given ?? env.TRANSLEDGER_PROFILE ?? file.default;
  if (name !== undefined && name !== '') return named(file, name);
  const { TRANSLEDGER_URL: url, TRANSLEDGER_API_KEY: apiKey } = env;
  if (url !== undefined && apiKey !== undefined)
    return { name: undefined, url: toUrl(url), apiKey: toApiKey(apiKey.trim()) };
  throw new CommandError(
    'config',
    'No service is known: there is no profile, and TRANSLEDGER_URL and TRANSLEDGER_API_KEY are not both set.',
    'Log in: transledger login --url URL',
  );
};

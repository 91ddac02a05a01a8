import { settingDefinitions } from './settings.js';

/** The text of `.env.example`: every setting with its default and its meaning. */
export const envExample = (): string => {
  const lines = ['# Every setting with its default. Start-up checks them all and names every mistake at once.', ''];
  for (const [name, { default: fallback = '', description }] of Object.entries(settingDefinitions)) {
    lines.push(`# ${description}`, `# ${name}=${fallback}`, '');
  }
  return lines.join('\n');
};

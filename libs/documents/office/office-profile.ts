import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Property {
  path: string;
  name: string;
  value: string;
}

/** No macro runs, no link is updated, nothing is loaded from elsewhere. */
const properties: readonly Property[] = [
  { path: 'Common/Security/Scripting', name: 'MacroSecurityLevel', value: '3' },
  { path: 'Common/Security/Scripting', name: 'DisableMacrosExecution', value: 'true' },
  { path: 'Common/Security/Scripting', name: 'BlockUntrustedRefererLinks', value: 'true' },
  { path: 'Common/Security/Scripting', name: 'DisableActiveContent', value: 'true' },
  { path: 'Writer/Content/Update', name: 'Link', value: '2' },
  { path: 'Calc/Content/Update', name: 'Link', value: '2' },
];

const itemOf = ({ path, name, value }: Property): string =>
  `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Makes the settings that LibreOffice starts with; it has its own for each conversion, since a shared one hangs. */
export const writeOfficeProfile = async (folder: string): Promise<void> => {
  const user = join(folder, 'user');
  await mkdir(user, { recursive: true, mode: 0o700 });
  const items = properties.map(itemOf).join('');
  await writeFile(
    join(user, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items}</oor:items>`,
  );
};

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Property {
  path: string;
  name: string;
  value: string;
}

/** No macro runs, no link is updated, nothing is loaded from elsewhere. */
const properties: readonly Property[] = [
  { path: 'Office.Common/Security/Scripting', name: 'MacroSecurityLevel', value: '3' },
  { path: 'Office.Common/Security/Scripting', name: 'DisableMacrosExecution', value: 'true' },
  { path: 'Office.Common/Security/Scripting', name: 'BlockUntrustedRefererLinks', value: 'true' },
  { path: 'Office.Common/Security/Scripting', name: 'DisableActiveContent', value: 'true' },
  { path: 'Office.Writer/Content/Update', name: 'Link', value: '2' },
  { path: 'Office.Calc/Content/Update', name: 'Link', value: '2' },
];

/** The discard port, at which nothing answers: some parts of the program ask for links in spite of the settings above. */
const nowhere: readonly Property[] = [
  { path: 'Inet/Settings', name: 'ooInetProxyType', value: '2' },
  { path: 'Inet/Settings', name: 'ooInetNoProxy', value: '' },
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((scheme) => [
    { path: 'Inet/Settings', name: `ooInet${scheme}ProxyName`, value: '127.0.0.1' },
    { path: 'Inet/Settings', name: `ooInet${scheme}ProxyPort`, value: '9' },
  ]),
];

const itemOf = ({ path, name, value }: Property): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Makes the settings that LibreOffice starts with; it has its own for each conversion, since a shared one hangs. */
export const writeOfficeProfile = async (folder: string): Promise<void> => {
  const user = join(folder, 'user');
  await mkdir(user, { recursive: true, mode: 0o700 });
  const items = [...properties, ...nowhere].map(itemOf).join('');
  await writeFile(
    join(user, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items}</oor:items>`,
  );
};

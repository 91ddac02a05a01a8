import { type FactName, type FileVerdict, verifyFile } from '../screens/audit/verified-file';

const nameOf: Record<FactName, string> = {
  entry: 'Entry',
  export: 'Export',
  line: 'Line',
  organization: 'Organization',
  log: 'Log',
  size: 'Entries of the log',
  entries: 'Entries',
  leftOut: 'Entries that are left out',
  erased: 'Erased values',
  key: 'Key',
};
const keyInFile = 'the one in the file, which proves that the file is whole and not whose it is';

const byId = <Element extends HTMLElement>(id: string): Element => document.getElementById(id) as Element;

const element = (name: string, text: string): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

/** Shows what was found as text: what comes from the file is never markup. */
const show = ({ isProven, reason, facts }: FileVerdict): void => {
  const box = document.createElement('div');
  box.className = isProven ? 'proven' : 'not-proven';
  const list = document.createElement('dl');
  for (const [name, value] of facts) list.append(element('dt', nameOf[name]), element('dd', value || keyInFile));
  box.append(element('p', isProven ? 'Proven.' : `Not proven: ${reason}.`), list);
  byId('verdict').replaceChildren(box);
};

const verify = async (): Promise<void> => {
  const [file] = byId<HTMLInputElement>('file').files ?? [];
  if (file === undefined) return;
  const key = byId<HTMLInputElement>('key').value.trim();
  byId('verdict').replaceChildren(element('p', 'Verifying…'));
  try {
    show(await verifyFile(file, key === '' ? undefined : key));
  } catch {
    show({ isProven: false, reason: 'the key is not one of a log', facts: [['key', key]] });
  }
};

byId('file').addEventListener('change', () => void verify());
byId('key').addEventListener('change', () => void verify());

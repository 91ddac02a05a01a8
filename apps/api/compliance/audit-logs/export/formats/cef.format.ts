import { isIPv4, isIPv6 } from 'node:net';
import { lineText } from '#libs/platform/line-text/line-text.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import type { EntryFormat, ExportedEntry } from './entry-format.js';

const version = serviceVersion();
const severities: Record<ExportedEntry['result'], number> = { success: 3, failure: 5, denied: 7 };

/** A field of the header: bars and backslashes are escaped, and it has no line ends. */
export const cefHeader = (value: string): string =>
  lineText(value.replaceAll(/[\r\n]+/g, ' ')).replaceAll(/[\\|]/g, '\\$&');

const partsOfLines = /[^\r\n]+/g;

/**
 * A value of the extension: equals signs and backslashes are escaped, line ends written as `\n` and `\r`. Of another character that
 * acts on a line `\u0085` is the text: CEF has no escape of its own for it.
 */
export const cefValue = (value: string): string =>
  value.replaceAll(partsOfLines, lineText).replaceAll(/[\\=]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

const addressOf = (address: string): Record<string, string> => {
  if (isIPv4(address)) return { src: address };
  return isIPv6(address) ? { c6a2Label: 'Source IPv6 Address', c6a2: address } : {};
};

const extensionOf = (entry: ExportedEntry): Record<string, string> => {
  const { filename } = entry.metadata;
  return {
    rt: String(Date.parse(entry.timestamp)),
    externalId: entry.id,
    act: entry.action,
    outcome: entry.result,
    suser: entry.user_id,
    ...addressOf(entry.ip_address),
    requestClientApplication: entry.user_agent,
    ...(typeof filename === 'string' && { fname: filename }),
    cs1Label: 'resource',
    cs1: entry.resource,
    cs2Label: 'resource_id',
    cs2: entry.resource_id,
    cs3Label: 'request_id',
    cs3: entry.request_id,
    ...(entry.key_id !== null && { cs4Label: 'key_id', cs4: entry.key_id }),
    ...(entry.key_name !== null && { cs5Label: 'key_name', cs5: entry.key_name }),
    cs6Label: 'metadata',
    cs6: JSON.stringify(entry.metadata),
    cn1Label: 'leaf_index',
    cn1: String(entry.leaf_index),
  };
};

/** Common Event Format 0, a line an entry, without the header of syslog. */
export const cef: EntryFormat = {
  mediaType: 'text/plain; charset=utf-8',
  extension: 'cef',
  head: '',
  line: (entry) => {
    const { action, resource, result } = entry;
    const header = ['Transledger', 'Transledger', version, action, `${action} ${resource}`].map(cefHeader);
    const extension = Object.entries(extensionOf(entry)).map(([name, value]) => `${name}=${cefValue(value)}`);
    return `CEF:0|${header.join('|')}|${severities[result]}|${extension.join(' ')}\n`;
  },
};

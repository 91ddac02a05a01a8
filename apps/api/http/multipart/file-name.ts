import { withoutActing } from '#libs/platform/line-text/line-text.js';

const maxNameLength = 255;
const nameless = 'document';

/**
 * The name of an uploaded file as it is stored and returned: its last path segment, without control, direction and
 * zero-width characters (U+202E makes "exe.pdf" of "fdp.exe"), at most 255 characters with its extension.
 */
export const cleanFileName = (given: string): string => {
  const lastSegment = given.split(/[/\\]/).at(-1) ?? '';
  const visible = withoutActing(lastSegment.toWellFormed().replaceAll('\ufffd', '')).trim();
  if (visible === '' || visible === '.' || visible === '..') return nameless;
  const characters = [...visible];
  if (characters.length <= maxNameLength) return visible;
  const extension = [...(/\.[^.]{1,16}$/u.exec(visible)?.[0] ?? '')];
  return [...characters.slice(0, maxNameLength - extension.length), ...extension].join('');
};

/** The translated file's name: `report.docx` becomes `report.es.docx`. */
export const translatedFileName = (name: string, targetLanguage: string): string => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name}.${targetLanguage}` : `${name.slice(0, dot)}.${targetLanguage}${name.slice(dot)}`;
};

/** The name with another extension in place of its own. */
export const withExtension = (name: string, extension: string): string => {
  const dot = name.lastIndexOf('.');
  return `${dot <= 0 ? name : name.slice(0, dot)}.${extension}`;
};

/** The `Content-Disposition` of a file by RFC 6266: an ASCII name for old clients, the real one by RFC 8187. */
export const attachment = (name: string): string => {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

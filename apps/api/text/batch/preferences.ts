/** Each up to the next comma outside a quoted string. */
const listItem = /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g;

/** Its name and value, without its parameters. */
const preference = /^([^=;]*)(?:=([^;]*))?/;

/** Whether a `Prefer` header (RFC 7240) has `partial`; an empty value is as good as none. */
export const prefersPartial = (header: string | readonly string[] | undefined): boolean => {
  const value = typeof header === 'string' ? header : (header ?? []).join(',');
  return [...value.matchAll(listItem)].some(([item]) => {
    const [, name = '', given = ''] = preference.exec(item) ?? [];
    return name.trim().toLowerCase() === 'partial' && ['', '""'].includes(given.trim());
  });
};

/** Matches an item up to the next comma outside a quoted string. */
const listItem = /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g;

/** Captures the name and value of a preference, without its parameters. */
const preference = /^([^=;]*)(?:=([^;]*))?/;

/** True when a `Prefer` header (RFC 7240) has `partial`; an empty value counts as none. */
export const prefersPartial = (header: string | readonly string[] | undefined): boolean => {
  const value = typeof header === 'string' ? header : (header ?? []).join(',');
  return [...value.matchAll(listItem)].some(([item]) => {
    const [, name = '', given = ''] = preference.exec(item) ?? [];
    return name.trim().toLowerCase() === 'partial' && ['', '""'].includes(given.trim());
  });
};

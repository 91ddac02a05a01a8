const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);

/** Names of the metrics and recorded series that an expression of PromQL queries. */
export const metricNamesIn = (expression: string): string[] => {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\boffset\s+\w+/g, '')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/(?<![\w.:])([a-zA-Z_:][\w:]*)(?!\s*\()(?![\w:])/g)].map(([, name = '']) => name);
  const aggregators = /\b(sum|min|max|avg|count)\b/;
  return [...new Set(names)].filter((name) => !keywords.has(name) && !aggregators.test(name));
};

/** The name under which a series is documented: that of its histogram. */
export const familyOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

/** The expression as Grafana would send it, with nothing chosen. */
export const withoutVariables = (expression: string): string =>
  expression
    .replaceAll('$__rate_interval', '5m')
    .replaceAll('$__range', '1h')
    .replaceAll(/\$(namespace|job|instance)\b/g, '.*');

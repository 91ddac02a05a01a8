// The kinds of panels. Everything is asked of the data source that is chosen on top of the dashboard.

/** Chooses what is chosen on top of the dashboard; a label that is not there matches "all". */
export const chosen = 'namespace=~"$namespace",job=~"$job",instance=~"$instance"';

const datasource = { type: 'prometheus', uid: '$datasource' };

const colours = { good: 'green', warning: 'orange', critical: 'red' };

/** Steps from values such as `{ warning: 1, critical: 5 }`; descending where small values are bad. */
const thresholdsOf = ({ warning, critical } = {}) => {
  const given = [
    ['warning', warning],
    ['critical', critical],
  ].filter(([, value]) => value !== undefined);
  const isDescending = warning !== undefined && critical !== undefined && critical < warning;
  if (isDescending) {
    return [
      { color: colours.critical, value: null },
      { color: colours.warning, value: critical },
      { color: colours.good, value: warning },
    ];
  }
  return [{ color: colours.good, value: null }, ...given.map(([name, value]) => ({ color: colours[name], value }))];
};

const targetsOf = (queries) =>
  queries.map(([expr, legendFormat], index) => ({
    datasource,
    editorMode: 'code',
    expr,
    legendFormat,
    range: true,
    refId: String.fromCharCode(65 + index),
  }));

const panel = (type, title, description, queries, { unit, limits, width, height, ...rest }) => ({
  type,
  title,
  description,
  datasource,
  width,
  height,
  targets: targetsOf(queries),
  ...rest,
  fieldConfig: {
    defaults: {
      unit,
      min: 0,
      ...rest.fieldConfig?.defaults,
      thresholds: { mode: 'absolute', steps: thresholdsOf(limits) },
    },
    overrides: [],
  },
});

/** Lines over time. `limits` are drawn. */
export const lines = (title, description, queries, { unit = 'short', limits, width = 8, stacked = false, min } = {}) =>
  panel('timeseries', title, description, queries, {
    unit,
    limits,
    width,
    height: 8,
    fieldConfig: {
      defaults: {
        ...(min === null ? { min: undefined } : {}),
        custom: {
          drawStyle: 'line',
          fillOpacity: stacked ? 30 : 8,
          lineWidth: 1,
          showPoints: 'never',
          spanNulls: false,
          stacking: { mode: stacked ? 'normal' : 'none', group: 'A' },
          thresholdsStyle: { mode: limits === undefined ? 'off' : 'dashed' },
        },
      },
    },
    options: {
      legend: { displayMode: 'table', placement: 'bottom', calcs: ['mean', 'lastNotNull', 'max'], showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  });

/** One number, coloured by its limits. */
export const number = (title, description, query, { unit = 'short', limits, width = 4, decimals } = {}) =>
  panel('stat', title, description, [[query, '']], {
    unit,
    limits,
    width,
    height: 4,
    fieldConfig: { defaults: { noValue: '–', ...(decimals === undefined ? {} : { decimals }) } },
    options: {
      colorMode: 'value',
      graphMode: 'area',
      justifyMode: 'auto',
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      textMode: 'auto',
    },
  });

/** Now: a row for each series, with its labels. */
export const table = (title, description, query, { unit = 'short', limits, width = 12 } = {}) => {
  const made = panel('table', title, description, [[query, '']], {
    unit,
    limits,
    width,
    height: 8,
    options: { showHeader: true, cellHeight: 'sm', footer: { show: false } },
    transformations: [{ id: 'organize', options: { excludeByName: { Time: true, __name__: true } } }],
  });
  return {
    ...made,
    targets: made.targets.map((target) => ({ ...target, format: 'table', instant: true, range: false })),
  };
};

/** A quantile of a histogram, over the series that `labels` leave apart. */
export const quantile = (q, histogram, { filter = '', by = [] } = {}) =>
  `histogram_quantile(${q}, sum by (${[...by, 'le'].join(', ')}) (rate(${histogram}_bucket{${[filter, chosen].filter(Boolean).join(',')}}[$__rate_interval])))`;

/** Per second, summed by some labels. */
export const rate = (counter, { filter = '', by = [] } = {}) =>
  `sum${by.length === 0 ? '' : ` by (${by.join(', ')}) `}(rate(${counter}{${[filter, chosen].filter(Boolean).join(',')}}[$__rate_interval]))`;

/** A part of a whole; nothing where there is no whole. */
export const ratio = (part, whole) => `${part} / (${whole} > 0)`;

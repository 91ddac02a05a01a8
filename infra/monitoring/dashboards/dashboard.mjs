// What all dashboards share: variables, links, and where the panels stand.

const columns = 24;

const variable = (name, label, query) => ({
  type: 'query',
  name,
  label,
  datasource: { type: 'prometheus', uid: '$datasource' },
  definition: query,
  query: { query, refId: name },
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
});

const known = 'transledger_process_start_time_seconds';

const variables = [
  { type: 'datasource', name: 'datasource', label: 'Data source', query: 'prometheus', current: {} },
  variable('namespace', 'Namespace', `label_values(${known}, namespace)`),
  variable('job', 'Job', `label_values(${known}{namespace=~"$namespace"}, job)`),
  variable('instance', 'Instance', `label_values(${known}{namespace=~"$namespace",job=~"$job"}, instance)`),
];

/** From left to right, a new line where the next panel has no room; each section under a title of its own. */
const placed = (sections) => {
  const panels = [];
  let y = 0;
  const add = (panel, x, { width, height }) =>
    panels.push({ id: panels.length + 1, gridPos: { x, y, w: width, h: height }, ...panel });
  for (const [title, content] of sections) {
    add({ type: 'row', title, collapsed: false, panels: [] }, 0, { width: columns, height: 1 });
    y += 1;
    let x = 0;
    let lineHeight = 0;
    for (const { width, height, ...panel } of content) {
      if (x + width > columns) {
        y += lineHeight;
        x = 0;
        lineHeight = 0;
      }
      add(panel, x, { width, height });
      x += width;
      lineHeight = Math.max(lineHeight, height);
    }
    y += lineHeight;
  }
  return panels;
};

/** `sections`: pairs of a title and its panels. */
export const dashboard = ({ uid, title, description, sections }) => ({
  uid,
  title: `Transledger / ${title}`,
  description,
  tags: ['transledger'],
  schemaVersion: 39,
  version: 1,
  editable: true,
  graphTooltip: 1,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  timezone: 'browser',
  templating: { list: variables },
  annotations: { list: [] },
  links: [
    {
      type: 'dashboards',
      title: 'Transledger',
      tags: ['transledger'],
      asDropdown: true,
      includeVars: true,
      keepTime: true,
      targetBlank: false,
      icon: 'external link',
      tooltip: '',
      url: '',
    },
  ],
  panels: placed(sections),
});

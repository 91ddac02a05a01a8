/** Lengths are in points. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 68, bottom: 66 } as const;

export const contentWidth = page.width - page.left - page.right;
export const contentBottom = page.height - page.bottom;

/** Each has a contrast of at least 4.5 : 1 with white, save for the lines. */
export const colours = {
  text: '#1d232b',
  quiet: '#56606d',
  accent: '#1f4e79',
  good: '#1a6b3a',
  middling: '#855600',
  bad: '#a11f1f',
  line: '#c9d0d8',
  band: '#eef2f6',
} as const;

export interface TextLook {
  readonly family: 'sans' | 'mono';
  readonly isBold: boolean;
  readonly size: number;
  /** From baseline to baseline. */
  readonly leading: number;
  readonly colour: string;
}

const sans = (size: number, leading: number, colour: string = colours.text, isBold = false): TextLook => ({
  family: 'sans',
  isBold,
  size,
  leading,
  colour,
});

export const looks = {
  kicker: sans(9, 13, colours.accent, true),
  title: sans(23, 29, colours.text, true),
  section: sans(14.5, 19, colours.accent, true),
  part: sans(10.5, 14.5, colours.text, true),
  body: sans(9.5, 14),
  note: sans(8, 11.5, colours.quiet),
  cell: sans(8.5, 11.5),
  cellHead: sans(8.5, 11.5, colours.text, true),
  smallCell: sans(7.5, 10),
  smallCellHead: sans(7.5, 10, colours.text, true),
  minCell: sans(6.5, 9),
  minCellHead: sans(6.5, 9, colours.text, true),
  chart: sans(7, 9, colours.quiet),
  running: sans(7.5, 10, colours.quiet),
  ids: { ...sans(6.5, 9.2, colours.quiet), family: 'mono' },
  code: { ...sans(6.8, 10), family: 'mono' },
} as const satisfies Record<string, TextLook>;

import { contentWidth, looks, page } from './look.js';
import type { PageTotal } from './page-total.js';
import type { Paper } from './paper.js';

const headerBaseline = 40;
const footerBaseline = page.height - 34;
const gap = 24;
const look = looks.running;

/** The lines at the top and at the foot of each page; on the first page the title stands instead of the one at the top. */
export const drawRunningLines = (paper: Paper, total: PageTotal): void => {
  const { report } = paper.content;
  const right = page.width - page.right;
  if (paper.pageNumber > 1) {
    const [name] = paper.type.lines(report.organization.name, look, (contentWidth - gap) / 2, 1);
    const [title] = paper.type.lines(report.title, look, contentWidth - gap - (name?.width ?? 0), 1);
    if (title) paper.line(title, look, page.left, headerBaseline);
    if (name) paper.line(name, look, right - name.width, headerBaseline);
    paper.rule(headerBaseline + 8);
  }
  paper.rule(footerBaseline - 14);
  const [id] = paper.type.lines(`Report ${report.id}`, look, contentWidth * 0.7, 1);
  if (id) paper.line(id, look, page.left, footerBaseline);
  const [number] = paper.type.lines(`Page ${paper.pageNumber}`, look, contentWidth, 1);
  const totalAt = right - (paper.type.width('1 of 00', look) - paper.type.width('1', look));
  if (number) paper.line(number, look, totalAt - number.width, footerBaseline);
  total.show(totalAt, footerBaseline);
};

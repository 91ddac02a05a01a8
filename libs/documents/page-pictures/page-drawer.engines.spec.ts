import { readdirSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { describeWith } from '#test/servers/describe-with.js';
import { PageDrawer } from './page-drawer.js';

const user = { organizationId: 'org_1' };
const sample = (name: string): SourceFile =>
  memoryFile(readFileSync(new URL(`../formats/pdf/samples/${name}`, import.meta.url)));
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`transledger-office-${process.pid}-`));

/** A PDF of empty pages of that size, in points, under a title. */
const pdfOf = (width: number, height: number, pages = 1, title = 'Pages'): SourceFile => {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 4} 0 R`).join(' ');
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]>>`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    `<</Title(${title})>>`,
    ...Array.from({ length: pages }, () => page),
  ].map((object, at) => `${at + 1} 0 obj${object}endobj\n`);
  return memoryFile(Buffer.from(`%PDF-1.7\n${objects.join('')}trailer<</Root 1 0 R/Info 3 0 R>>\n%%EOF`));
};

/** Width and height in the header of a PNG. */
const sizeOf = (picture: Uint8Array | undefined): number[] => {
  const bytes = Buffer.from(picture ?? []);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

describeWith(['poppler'], 'pages that poppler draws', () => {
  const drawer = new PageDrawer();
  afterAll(() => {
    drawer.close();
    expect(left()).toEqual([]);
  });

  it('a page of A4 has 150 dots an inch', async () => {
    const { pageCount, picture } = await drawer.draw(sample('libreoffice.pdf'), 1, user);
    expect([pageCount, ...sizeOf(picture)]).toEqual([1, 1_241, 1_754]);
  });

  it.each([
    [14_400, 7_200, [2_000, 1_000]],
    [1e9, 1e9, [2_000, 2_000]],
    [72, 36, [150, 75]],
  ])('a page of %d by %d points is a picture of at most 2,000 pixels', async (width, height, size) => {
    expect(sizeOf((await drawer.draw(pdfOf(width, height), 1, user)).picture)).toEqual(size);
  });

  it('the number of pages comes with any page, also with one that is not there, whatever the title says', async () => {
    const file = pdfOf(72, 72, 12, 'x\\nPages:           99');
    expect(await drawer.draw(file, 12, user)).toMatchObject({ pageCount: 12, picture: expect.any(Uint8Array) });
    expect(await drawer.draw(file, 13, user)).toEqual({ pageCount: 12, picture: undefined });
  });

  it('what is no PDF cannot be drawn', async () => {
    await expect(drawer.draw(memoryFile(Buffer.from('text')), 1, user)).rejects.toThrow('cannot be drawn');
  });

  it('a link in the place of a picture is not followed', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'page-drawer-'));
    const secret = join(folder.path, 'secret');
    await writeFile(secret, 'a key of the service');
    await writeFile(join(folder.path, 'pdftoppm'), `#!/bin/sh\nln -s '${secret}' page.png\n`, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder.path}:${process.env.PATH}`);
    await expect(drawer.draw(pdfOf(72, 72), 1, user)).rejects.toThrow('cannot be drawn');
    vi.unstubAllEnvs();
  });

  it('a page that takes too long is given up', async () => {
    const impatient = new PageDrawer({ limitMs: 1 });
    await expect(impatient.draw(sample('libreoffice.pdf'), 1, user)).rejects.toThrow('too long');
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { markdownConversion } from '#libs/documents/conversions/markup/markdown-conversion.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { EncodedBody } from '../http/encoded-body.js';

/** The pages for readers; `docs/adr` is for those who change the service. A build copies them beside its code. */
const folder = join(import.meta.dirname, '../../../docs');

export const guidePath = '/docs/guide';

/** The name of a page in an address: `text` for `text.md`, `formats` for `formats/README.md`, nothing for the first page. */
const nameOf = (file: string): string => file.replace(/\.md$/, '').replace(/(?:^|\/)README$/, '');

const fileOfBytes = (bytes: Uint8Array): SourceFile => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});

const head = `<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/guide.css">
</head>`;

const navigation = `<nav><a href="${guidePath}">Guide</a> <a href="/docs">API</a></nav>`;

/** Plain and narrow enough to read; dark where the reader's system is. */
export const guideStyle = `:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 50rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
nav { display: flex; gap: 1rem; border-bottom: 1px solid; padding-bottom: 0.5rem; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 4px; }
code { font-size: 0.875em; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 0.25rem 0.5rem; text-align: start; vertical-align: top; }
`;

/** Nothing runs in a page, and nothing comes from elsewhere. */
export const guideSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The pages of `docs/`, as this release has them. Each is made for its first reader, and kept. */
export class Guide {
  private readonly files = new Map(
    globSync(['*.md', 'formats/*.md'], { cwd: folder }).map((file) => [nameOf(file), file]),
  );
  private readonly made = new Map<string, Promise<EncodedBody>>();

  /** The names of all pages. */
  get names(): string[] {
    return [...this.files.keys()];
  }

  /** A page by its name, undefined where there is none. */
  page(name: string): Promise<EncodedBody> | undefined {
    const file = this.files.get(name);
    if (file === undefined) return undefined;
    const page = this.made.get(name) ?? this.make(file);
    this.made.set(name, page);
    return page;
  }

  private async make(file: string): Promise<EncodedBody> {
    const markdown = fileOfBytes(readFileSync(join(folder, file)));
    const chunks = await Array.fromAsync(markdownConversion(markdown, 'html', { language: 'en' }));
    const html = Buffer.concat(chunks)
      .toString()
      .replaceAll(/<a href="([^"]*)"/g, (_, target: string) => this.link(file, target))
      .replace('</head>', head)
      .replace('<body>', `<body>\n${navigation}\n<main>`)
      .replace('</body>', '</main>\n</body>');
    return new EncodedBody(html);
  }

  /** The beginning of a link: to a page of the guide by its address here; one to another file of the sources leads nowhere. */
  private link(from: string, target: string): string {
    if (/^(?:https?:|#)/.test(target)) return `<a href="${target}"`;
    const [path = '', anchor] = target.split('#');
    const name = nameOf(posix.join(posix.dirname(from), path));
    if (!path.endsWith('.md') || !this.files.has(name)) return '<a';
    return `<a href="${posix.join(guidePath, name)}${anchor === undefined ? '' : `#${anchor}`}"`;
  }
}

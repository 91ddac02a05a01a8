import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';

/** Edits of one part that are found in several passes over it, in the order of its text. No two of them overlap. */
export async function* inOneOrder(passes: readonly AsyncGenerator<XmlEdit, void>[]): AsyncGenerator<XmlEdit, void> {
  const found = await Promise.all(passes.map(async (pass) => ({ pass, edit: (await pass.next()).value })));
  for (;;) {
    const waiting = found.filter(({ edit }) => edit !== undefined);
    const first = waiting.reduce<(typeof found)[number] | undefined>(
      (best, each) => (best?.edit === undefined || (each.edit && each.edit.start < best.edit.start) ? each : best),
      undefined,
    );
    if (first?.edit === undefined) return;
    yield first.edit;
    first.edit = (await first.pass.next()).value;
  }
}

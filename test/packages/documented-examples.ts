import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../project-root.js';

export interface DocumentedPart {
  /** The file and the name: `webhooks.ts Webhooks.pull`. */
  name: string;
  /** Code of its `@example`. */
  example: string | undefined;
}

const exampleOf = (node: ts.Node): string | undefined => {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'example');
  return tag === undefined ? undefined : (ts.getTextOfJSDocComment(tag.comment) ?? '').trim();
};

const isPublicMethod = (member: ts.ClassElement): member is ts.MethodDeclaration =>
  ts.isMethodDeclaration(member) &&
  ts.isIdentifier(member.name) &&
  (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0;

/** The methods of the exported classes of a package's files, and what else is documented there with an example. */
export const documentedParts = (folder: string, files: readonly string[]): DocumentedPart[] =>
  files.flatMap((file) => {
    const text = readFileSync(join(projectRoot, folder, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const parts: DocumentedPart[] = [];
    for (const statement of source.statements) {
      const example = exampleOf(statement);
      if (example !== undefined)
        parts.push({ name: `${file}:${source.getLineAndCharacterOfPosition(statement.pos).line}`, example });
      if (!ts.isClassDeclaration(statement)) continue;
      for (const member of statement.members.filter(isPublicMethod))
        parts.push({ name: `${file} ${statement.name?.text}.${member.name.getText()}`, example: exampleOf(member) });
    }
    return parts;
  });

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const viewerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** A file of the viewer. */
export const viewerFile = (name: string): Promise<Buffer> => readFile(join(viewerFolder, name));

export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Transledger API</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/narrow.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Opens the document in the viewer, dark where the reader's system is. What a form may leave out is left out until
 * somebody fills it in: the viewer would make something up for each field.
 */
export const docsStart = `const optionalFieldsAreEmpty = ({ React }) => ({
  wrapComponents: {
    JsonSchemaForm: (Field) => (props) =>
      React.createElement(Field, props.dispatchInitialValue && !props.required ? { ...props, dispatchInitialValue: false } : props),
    ParameterIncludeEmpty: (Choice) => (props) => {
      const { isIncludedOptions } = props;
      return React.createElement(Choice, isIncludedOptions ? { ...props, isIncludedOptions: { ...isIncludedOptions, defaultValue: false } } : props);
    },
  },
});
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, plugins: [optionalFieldsAreEmpty] });
`;

/** On a narrow screen the cells of a row stand under each other, and not in columns too narrow to read. */
export const docsNarrowStyle = `@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui table thead { display: none; }
  .swagger-ui table tbody tr, .swagger-ui table tbody tr td { display: block; width: 100%; max-width: none; padding: 4px 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; flex-basis: 100%; }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
  .swagger-ui .parameters-col_description input, .swagger-ui select { max-width: 100%; }
}
`;

/** The viewer sets styles by attribute and shows its icons as data URLs; nothing comes from elsewhere. */
export const docsSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

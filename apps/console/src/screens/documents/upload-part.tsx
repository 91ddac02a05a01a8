import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DocumentFields } from '@transledger/sdk';
import { type DragEvent, useState } from 'react';
import { useLanguages } from '../../app/languages';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { LanguageField } from '../../ui/language-field';
import { formatOf, type OptionValues, optionFields } from './format-options';
import { UploadList, uploads } from './upload-list';
import { UploadOptions } from './upload-options';

/** The glossaries for a pair of languages, whichever the source where that is to be detected. */
const useGlossaries = (source: string, target: string) => {
  const { scopes } = useSession();
  const { data = [] } = useQuery({
    queryKey: ['glossaries'],
    queryFn: () => service.glossaries.list().first(100),
    enabled: scopes.includes('glossaries:read'),
  });
  return data.filter((known) => known.target_language === target && ['', known.source_language].includes(source));
};

/** Takes files, by choice or dropped, and has them translated: at once, or after their options were chosen. */
export const UploadPart = () => {
  const { t } = useLingui();
  const [source, setSource] = useState('');
  const [chosenTarget, setTarget] = useState('');
  const [chosenGlossary, setGlossary] = useState('');
  const [isOver, setIsOver] = useState(false);
  const [asksFirst, setAsksFirst] = useState(false);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [values, setValues] = useState<Readonly<Record<string, OptionValues>>>({});
  const { sources, targets } = useLanguages(source);
  const target =
    [chosenTarget, 'es'].find((code) => targets.some((known) => known.code === code)) ?? targets[0]?.code ?? 'es';
  const glossaries = useGlossaries(source, target);
  const glossary = glossaries.find(({ id }) => id === chosenGlossary)?.id;
  const formats = useQuery({ queryKey: ['formats'], queryFn: () => service.documents.formats() });
  const known = formats.data?.formats ?? [];
  const languages: DocumentFields = {
    target,
    ...(source !== '' && { source }),
    ...(glossary !== undefined && { glossary_id: glossary }),
  };
  const start = (files: readonly File[]) => {
    for (const file of files) {
      const format = formatOf(file.name, known);
      uploads.add(file, { ...languages, ...optionFields(format, values[format?.id ?? ''] ?? {}) });
    }
  };
  const take = (files: readonly File[]) => {
    if (asksFirst) setChosen((before) => [...before, ...files]);
    else start(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take([...event.dataTransfer.files]);
  };
  const chosenFormats = known.filter((format) => chosen.some(({ name }) => formatOf(name, known) === format));
  return (
    <section aria-label={t`New documents`}>
      <div className="filters">
        <LanguageField
          label={t`From`}
          languages={sources}
          value={source}
          detect={t`Detect the language`}
          onChange={setSource}
        />
        <LanguageField label={t`To`} languages={targets} value={target} onChange={setTarget} />
        {glossaries.length > 0 && (
          <Field label={t`Glossary`}>
            {(control) => (
              <select {...control} value={glossary ?? ''} onChange={(event) => setGlossary(event.target.value)}>
                <option value="">{t`As it comes`}</option>
                {glossaries.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way beside the field, which the keyboard reaches */}
      <div
        className={`drop ${isOver ? 'drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Field label={t`Files`} hint={t`Choose files, or drop them here. Each keeps its layout.`}>
          {(control) => (
            <input
              {...control}
              type="file"
              multiple
              accept={known.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)).join()}
              onChange={(event) => {
                take([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          )}
        </Field>
        <label className="choice">
          <input type="checkbox" checked={asksFirst} onChange={(event) => setAsksFirst(event.target.checked)} />
          <Trans>Choose their options before they are translated</Trans>
        </label>
      </div>
      {chosen.length > 0 && (
        <section aria-label={t`Files that were chosen`} className="chosen">
          <ul>
            {chosen.map(({ name, lastModified, size }) => (
              <li key={`${name} ${lastModified} ${size}`}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          {chosenFormats.map((format) => (
            <UploadOptions
              key={format.id}
              format={format}
              values={values[format.id] ?? {}}
              onChange={(changed) => setValues((before) => ({ ...before, [format.id]: changed }))}
            />
          ))}
          <div className="row">
            <Button
              look="main"
              onClick={() => {
                start(chosen);
                setChosen([]);
              }}
            >
              <Plural value={chosen.length} one="Translate # file" other="Translate # files" />
            </Button>
            <Button look="quiet" onClick={() => setChosen([])}>
              <Trans>Leave out</Trans>
            </Button>
          </div>
        </section>
      )}
      <UploadList />
    </section>
  );
};

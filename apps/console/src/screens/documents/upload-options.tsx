import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DocumentFormat } from '@transledger/sdk';
import { Field } from '../../ui/field';
import { linesOf, type OptionValues } from './format-options';

const names: Readonly<Record<string, MessageDescriptor>> = {
  preserve_layout: msg`Keep the layout, and make text smaller where it does not fit`,
  preserve_images: msg`Keep pictures`,
  translate_headers: msg`Translate headers and footers`,
  translate_alt_text: msg`Translate the descriptions of pictures`,
  translate_comments: msg`Translate comments`,
  page_range: msg`Pages to translate`,
  sheet_names: msg`Translate the names of sheets`,
  hidden: msg`Translate hidden text`,
  ocr: msg`Read scanned pages`,
  keys: msg`Keys or columns`,
  its_rules: msg`Rules of ITS 2.0`,
};

type Option = DocumentFormat['options'][number];

interface OptionProps {
  option: Option;
  value: unknown;
  onChange: (value: unknown) => void;
}

interface Keys {
  include: string[];
  exclude: string[];
}

const noKeys: Keys = { include: [], exclude: [] };

const KeyOption = ({ value, onChange }: Pick<OptionProps, 'value' | 'onChange'>) => {
  const { t } = useLingui();
  const keys = { ...noKeys, ...(value as Partial<Keys> | undefined) };
  const hint = t`One a line: a JSONPath ($.title), or the name of a column`;
  const field = (label: string, name: keyof Keys) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          defaultValue={keys[name].join('\n')}
          onChange={({ target }) => {
            const changed = { ...keys, [name]: linesOf(target.value) };
            onChange(changed.include.length + changed.exclude.length === 0 ? undefined : changed);
          }}
        />
      )}
    </Field>
  );
  return (
    <>
      {field(t`Translate these keys or columns alone`, 'include')}
      {field(t`Leave these keys or columns as they are`, 'exclude')}
    </>
  );
};

const OptionField = ({ option, value, onChange }: OptionProps) => {
  const { t, i18n } = useLingui();
  const known = names[option.name];
  const label = known === undefined ? option.name : i18n._(known);
  if (option.type === 'boolean')
    return (
      <label className="choice">
        <input
          type="checkbox"
          checked={(value ?? option.default) === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
    );
  if (option.name === 'keys') return <KeyOption value={value} onChange={onChange} />;
  if (option.type === 'object') return null;
  const isLong = option.name === 'its_rules';
  return (
    <Field label={label} hint={isLong ? t`As XML` : t`Such as 1-3,5; all where it is empty`}>
      {(control) => {
        const shared = { ...control, value: typeof value === 'string' ? value : '' };
        return isLong ? (
          <textarea {...shared} rows={3} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <input {...shared} onChange={({ target }) => onChange(target.value)} autoComplete="off" />
        );
      }}
    </Field>
  );
};

interface UploadOptionsProps {
  format: DocumentFormat;
  values: OptionValues;
  onChange: (values: OptionValues) => void;
}

/** The options that have an effect on files of one format. */
export const UploadOptions = ({ format, values, onChange }: UploadOptionsProps) => {
  const { t } = useLingui();
  return (
    <fieldset className="upload-options">
      <legend className="legend">{t`Options for ${format.name}`}</legend>
      {format.options.length === 0 && (
        <p className="hint">
          <Trans>Such files have none.</Trans>
        </p>
      )}
      {format.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={values[option.name]}
          onChange={(value) => onChange({ ...values, [option.name]: value })}
        />
      ))}
    </fieldset>
  );
};

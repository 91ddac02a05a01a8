import './translate-screen.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { directionOf, useLanguages } from '../../app/languages';
import { useFilters } from '../../app/search-parameters';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { tabMemory } from '../../app/tab-memory';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { LanguageField } from '../../ui/language-field';
import { Screen } from '../../ui/screen';
import { Choice } from './choice';
import { domainNames, domains } from './domains';
import { FactsPart } from './facts-part';
import { LiveTranslation, type Wishes } from './live-translation';
import { SameCallPart } from './same-call-part';
import { translationService } from './translation-service';

const nothing = () => ({ live: new LiveTranslation(translationService), typed: '' });

/** Outlives the screen and an ended session, so that nothing typed is lost by either; it is in no storage, and nobody else's. */
let kept = nothing();
tabMemory.add(() => {
  kept.live.abort();
  kept = nothing();
});

const maxCharacters = 10_000;

/** Whether the models choose among themselves by the quality that is wished for: one alone has nothing to choose. */
const useQualities = (source: string, target: string, isSeen: boolean) => {
  const { data, isLoading } = useQuery({ queryKey: ['models'], queryFn: () => service.models(), enabled: isSeen });
  const fitting = (data?.models ?? []).filter(
    (model) => model.target_languages.includes(target) && (source === '' || model.source_languages.includes(source)),
  );
  return { hasQualities: new Set(fitting.map(({ qualities }) => qualities.join(' '))).size > 1, isLoading };
};

const useGlossaries = (isSeen: boolean) =>
  useQuery({ queryKey: ['glossaries'], queryFn: () => service.glossaries.list().first(100), enabled: isSeen });

const TranslateScreen = () => {
  const { t, i18n } = useLingui();
  const { scopes } = useSession();
  const [filters, setFilters] = useFilters(['source', 'target', 'formality', 'domain', 'glossary', 'quality']);
  // Taken once: a screen that is about to go writes nothing into what the next person has.
  const [own] = useState(() => kept);
  const { live } = own;
  const [text, setText] = useState(own.typed);
  const glossaries = useGlossaries(scopes.includes('glossaries:read'));
  const progress = useSyncExternalStore(live.subscribe, live.snapshot);
  const { source, formality, domain, glossary, quality } = filters;
  const { query: languages, all, sources, targets } = useLanguages(source);
  const target = filters.target || (targets.some(({ code }) => code === 'es') ? 'es' : (targets[0]?.code ?? ''));
  const { supports_formality: hasFormality = false, supports_domain: hasDomain = false } =
    all.find(({ code }) => target === code || target.startsWith(`${code}-`)) ?? {};
  const { hasQualities, isLoading } = useQualities(source, target, scopes.includes('languages'));
  /** Choices that come would push the text away under the hands of whoever types. */
  const isReady = !(languages.isLoading || glossaries.isLoading || isLoading);
  const wishes: Wishes = {
    source: source || undefined,
    target,
    ...(hasFormality && formality !== '' && { formality: formality as 'formal' | 'informal' }),
    ...(hasDomain && domain !== '' && { domain: domain as Wishes['domain'] }),
    ...(glossary !== '' && { glossary_id: glossary }),
    ...(hasQualities && quality !== '' && { quality: quality as 'fast' | 'balanced' | 'quality' }),
  };
  useEffect(() => {
    own.typed = text;
    if (target !== '') live.update(text, wishes);
  });
  const translation = progress.pieces
    .map(({ before, translation: done = '', after }) => before + done + after)
    .join('');
  const detected = progress.detected?.language;
  const nameOf = (code: string): string => all.find((language) => language.code === code)?.name ?? code;
  const swap = () => {
    const from = source || detected;
    if (from === undefined) return;
    setFilters({ source: target, target: from });
    setText(translation);
  };
  const characters = [...text].length;
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && characters <= maxCharacters) live.translateNow();
  };
  return (
    <Screen title={t`Translate`}>
      {languages.error && <Failure error={languages.error} onRetry={() => void languages.refetch()} />}
      <div className="translate-languages">
        <LanguageField
          label={t`From`}
          languages={sources}
          value={source}
          detect={detected !== undefined && source === '' ? t`Detected: ${nameOf(detected)}` : t`Detect the language`}
          onChange={(code) => setFilters({ source: code })}
        />
        <div className="field">
          <Button
            onClick={swap}
            isDisabled={source === '' && detected === undefined}
            aria-label={t`Swap the languages`}
          >
            ⇄
          </Button>
        </div>
        <LanguageField
          label={t`To`}
          languages={targets}
          value={target}
          onChange={(code) => setFilters({ target: code })}
        />
      </div>
      <div className="filters">
        {hasFormality && (
          <Choice
            label={t`Form of address`}
            value={formality}
            none={t`As it comes`}
            choices={[
              ['formal', t`Formal`],
              ['informal', t`Informal`],
            ]}
            onChange={(value) => setFilters({ formality: value })}
          />
        )}
        {hasDomain && (
          <Choice
            label={t`Domain`}
            value={domain}
            none={t`General`}
            choices={domains.map((name) => [name, i18n._(domainNames[name])])}
            onChange={(value) => setFilters({ domain: value })}
          />
        )}
        {hasQualities && (
          <Choice
            label={t`Quality`}
            value={quality}
            none={t`Balanced`}
            choices={[
              ['fast', t`Fast`],
              ['quality', t`Best`],
            ]}
            onChange={(value) => setFilters({ quality: value })}
          />
        )}
        {(glossaries.data ?? []).length > 0 && (
          <Choice
            label={t`Glossary`}
            value={glossary}
            none={t`None`}
            choices={(glossaries.data ?? []).map(({ id, name }) => [id, name])}
            onChange={(value) => setFilters({ glossary: value })}
          />
        )}
      </div>
      <div className={`translate-panes ${isReady ? '' : 'unready'}`}>
        <div className="translate-pane">
          <Field
            label={t`Text`}
            hint={
              characters > maxCharacters
                ? t`${i18n.number(characters)} characters: ${i18n.number(maxCharacters)} are translated at most. Longer texts go as a document.`
                : t`${i18n.number(characters)} characters`
            }
          >
            {(control) => (
              <textarea
                {...control}
                value={text}
                dir="auto"
                lang={source || detected}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={pressed}
              />
            )}
          </Field>
          <div className="row">
            {progress.waitsForButton && (
              <Button look="main" onClick={() => live.translateNow()} isDisabled={characters > maxCharacters}>
                <Trans>Translate (Ctrl+Enter)</Trans>
              </Button>
            )}
            {progress.isWorking && (
              <Button onClick={() => live.abort()}>
                <Trans>Stop</Trans>
              </Button>
            )}
            <Button look="quiet" onClick={() => setText('')} isDisabled={text === ''}>
              <Trans>Clear</Trans>
            </Button>
          </div>
        </div>
        <section className="translate-pane" aria-label={t`Translation`}>
          <div className="field">
            <span className="legend" aria-hidden="true">
              <Trans>Translation</Trans>
            </span>
            <div
              className="translate-output"
              lang={target}
              dir={directionOf(target)}
              aria-live="polite"
              aria-busy={progress.isWorking}
            >
              {progress.pieces.map(({ before, text: original, translation: done, after }, place) => (
                <span key={`${place}-${original}`}>
                  {before}
                  {done ?? <span className="translate-pending">{progress.isWorking ? '…' : ''}</span>}
                  {after}
                </span>
              ))}
            </div>
          </div>
          <div className="row">
            <CopyButton text={translation} />
            <span className="hint">
              <Trans>{i18n.number(progress.charactersUsed)} characters used; each that is translated counts.</Trans>
            </span>
          </div>
        </section>
      </div>
      {progress.error !== undefined && <Failure error={progress.error} onRetry={() => live.translateNow()} />}
      <SameCallPart text={text} wishes={wishes} />
      {progress.facts && <FactsPart facts={progress.facts} />}
    </Screen>
  );
};

export default TranslateScreen;

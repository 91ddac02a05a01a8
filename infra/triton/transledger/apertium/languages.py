"""What the sides of Apertium's mode names stand for in ISO 639-1."""

from dataclasses import dataclass

#: Serbo-Croatian is one language there: as a source it reads all three, as a target a variant writes each.
_BY_THREE_LETTERS: dict[str, tuple[str, ...]] = {
    three: tuple(codes.split('+'))
    for three, codes in (
        entry.split(':')
        for entry in (
            'afr:af arg:an bel:be bre:br bul:bg cat:ca cym:cy dan:da deu:de eng:en epo:eo eus:eu fra:fr gle:ga '
            'glg:gl hbs:bs+hr+sr hin:hi ind:id isl:is ita:it kaz:kk mkd:mk mlt:mt nld:nl nno:nn nob:nb oci:oc '
            'pol:pl por:pt ron:ro rus:ru slv:sl spa:es srd:sc swe:sv tat:tt ukr:uk urd:ur zlm:ms'
        ).split()
    )
}

#: Variants that are languages with a code of their own.
_BY_VARIANT = {'hbs_BS': 'bs', 'hbs_HR': 'hr', 'hbs_SR': 'sr'}


#: BCP 47 tags of variants. Those of orthography alone are not offered (`valencia_uni`, `pre2017`, `PTpre1990`).
_VARIANT_TAGS = {
    'cat_valencia': 'ca-valencia',
    'eng_US': 'en-US',
    'oc_aran': 'oc-aranes',
    'oci_aran': 'oc-aranes',
    'oci_gascon': 'oc-gascon',
    'por_BR': 'pt-BR',
    'pt_BR': 'pt-BR',
}

#: What the plain language is where another region has a mode of its own (`colour`, `comboio`).
PLAIN_TAGS = {'en-US': 'en-GB', 'pt-BR': 'pt-PT'}


@dataclass(frozen=True)
class EngineLanguage:
    #: Empty for a language without an ISO 639-1 code.
    codes: tuple[str, ...]
    #: `BR` of `por_BR`; empty for the plain language.
    variant: str = ''
    #: Of a variant that has one: `pt-BR`.
    tag: str = ''


def engine_language(name: str, *, is_target: bool) -> EngineLanguage:
    """What one side of a mode name (`es`, `spa`, `por_BR`) stands for."""
    if name in _BY_VARIANT:
        return EngineLanguage((_BY_VARIANT[name],))
    language, _, variant = name.partition('_')
    if language == 'hbs' and is_target:
        return EngineLanguage(())
    codes = (language,) if len(language) == 2 else _BY_THREE_LETTERS.get(language, ())
    return EngineLanguage(codes, variant, _VARIANT_TAGS.get(name, ''))

_TAGGER = 'its tagger crashes on common words (Debian 12: apertium-tagger with rus-ukr.prob)'
_DICTIONARY = 'its dictionary knows hardly a word form: almost every word comes back as a bare lemma'

#: Modes that are installed but cannot translate ordinary text, as seen on Debian 12 (`Все люди` ends the first,
#: `Sva ljudska bića` hangs the fourth). Offering them would turn such requests into errors.
BROKEN_MODES: dict[str, str] = {
    'rus-ukr': _TAGGER,
    'ukr-rus': _TAGGER,
    'rus-bel': _TAGGER,
    'hbs-mkd': 'cg-proc writes dependency marks on which lt-proc hangs',
    'eng-hbs': _DICTIONARY,
    'eng-hbs_BS': _DICTIONARY,
    'eng-hbs_HR': _DICTIONARY,
    'eng-hbs_SR': _DICTIONARY,
    'mkd-hbs_BS': _DICTIONARY,
    'mkd-hbs_HR': _DICTIONARY,
    'mkd-hbs_SR': _DICTIONARY,
}

import json
import tempfile
import unittest
from pathlib import Path

from transledger.neural.license_gate import LicenseError, check_license
from transledger.neural.manifest import ManifestError, read_manifest

MANIFEST = {
    'name': 'tiny',
    'license': 'CC-BY-4.0',
    'scheme': 'nllb',
    'languages': {'en': 'eng_Latn', 'de': 'deu_Latn', 'fr': 'fra_Latn'},
}


def write_weights(folder: Path, **fields) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ('model.bin', 'sentencepiece.model'):
        (folder / name).touch()
    values = {name: value for name, value in (MANIFEST | fields).items() if value is not None}
    (folder / 'transledger.json').write_text(json.dumps(values), 'utf-8')
    return folder


class ManifestTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_all_languages_pair_with_one_another(self):
        manifest = read_manifest(write_weights(self.folder))
        self.assertTrue(manifest.translates('de', 'fr'))
        self.assertFalse(manifest.translates('de', 'de'))
        self.assertFalse(manifest.translates('de', 'es'))

    def test_or_only_the_pairs_that_are_named(self):
        manifest = read_manifest(write_weights(self.folder, pairs=['en-de']))
        self.assertTrue(manifest.translates('en', 'de'))
        self.assertFalse(manifest.translates('de', 'en'))

    def test_says_which_field_is_wrong(self):
        for field, value in (
            ('name', '../up'),
            ('name', None),
            ('license', ''),
            ('license', None),
            ('scheme', 'other'),
            ('languages', {'en': 'eng_Latn'}),
            ('languages', {'eng': 'eng_Latn', 'de': 'deu_Latn'}),
            ('pairs', ['en-es']),
            ('tokenizer', 'no.model'),
            ('tokenizer', {'source': 'sentencepiece.model'}),
            ('model', 'nowhere'),
            ('beam_sizes', {'fast': 0}),
            ('beam_sizes', {'best': 4}),
            ('longest_sentence', 'long'),
            ('rank', -1),
            ('formality', {'es': {'formal': '<f>'}}),
            ('domains', {'12 law': 3}),
        ):
            with self.subTest(field=field, value=value), self.assertRaisesRegex(ManifestError, f'"{field}"'):
                read_manifest(write_weights(self.folder, **{field: value}))

    def test_a_missing_or_broken_file_is_named(self):
        with self.assertRaisesRegex(ManifestError, r'transledger\.json is missing'):
            read_manifest(self.folder)
        (self.folder / 'transledger.json').write_text('{', 'utf-8')
        with self.assertRaisesRegex(ManifestError, 'is not JSON'):
            read_manifest(self.folder)


class LicenseGateTest(unittest.TestCase):
    def test_licences_that_allow_commercial_use_pass(self):
        for license_name in ('Apache-2.0', 'mit', 'CC-BY-4.0', 'MPL-2.0'):
            check_license('m', license_name, set())

    def test_others_need_to_be_allowed_by_name(self):
        for license_name, says in (
            ('CC-BY-NC-4.0', 'forbids commercial use'),
            ('Research only', 'forbids commercial use'),
            ('Gemma Terms of Use', 'not known to allow'),
        ):
            with self.assertRaisesRegex(LicenseError, f'{says}.*--allow-noncommercial m'):
                check_license('m', license_name, {'other'})
            check_license('m', license_name, {'m'})


if __name__ == '__main__':
    unittest.main()

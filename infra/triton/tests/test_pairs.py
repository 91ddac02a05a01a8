import tempfile
import unittest
from pathlib import Path

from transledger.apertium.mode import Stage, UnusableModeError, parse_mode
from transledger.apertium.pairs import read_pair_table
from transledger.apertium.serbian_script import serbian_in_latin


class ModeTest(unittest.TestCase):
    def test_stages_get_null_flush_and_word_bound_blanks(self):
        stages = parse_mode(
            "lt-proc '/a b.bin' | apertium-tagger -g $2 '/t.prob' | lt-proc $1 '/g.bin' | lt-proc -p '/p.bin'"
        )
        self.assertEqual(
            stages,
            (
                Stage('lt-proc', ('-z', '/a b.bin')),
                Stage('apertium-wblank-attach'),
                Stage('apertium-tagger', ('-z', '-g', '/t.prob')),
                Stage('apertium-wblank-detach'),
                Stage('lt-proc', ('-z', '-g', '/g.bin')),
                Stage('lt-proc', ('-z', '-p', '/p.bin')),
            ),
        )

    def test_a_transfer_that_looks_words_up_is_taken_apart(self):
        stages = parse_mode('lt-proc /a | apertium-transfer /r /p /d | lt-proc -g /g')
        self.assertIn(Stage('lt-proc', ('-z', '-b', '/d')), stages)
        self.assertIn(Stage('apertium-transfer', ('-z', '-b', '/r', '/p')), stages)

    def test_what_no_shell_should_read_is_refused(self):
        for text in ('lt-proc /a; rm x | lt-proc -g /g', "lt-proc '/a", 'bash -c x | lt-proc -g /g', 'lt-proc /a', ''):
            with self.subTest(text), self.assertRaises(UnusableModeError):
                parse_mode(text)


class PairTableTest(unittest.TestCase):
    def read(self, *modes: str, text: str = 'lt-proc {data} | lt-proc -g {data}', missing: str = ''):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for program in ('lt-proc', 'apertium-wblank-attach', 'apertium-wblank-detach'):
                if program != missing:
                    (folder / program).touch(mode=0o755)
            (folder / 'data.bin').touch()
            for mode in modes:
                (folder / f'{mode}.mode').write_text(text.format(data=folder / 'data.bin'), 'utf-8')
            return read_pair_table(folder, path=name)

    def test_names_of_three_letters_become_codes(self):
        self.assertEqual(list(self.read('eng-spa', 'es-pt', 'nob-dan').offered), ['es-pt', 'en-es', 'nb-da'])

    def test_serbo_croatian_is_read_as_three_languages_and_written_by_variant(self):
        table = self.read('hbs-eng', 'slv-hbs', 'slv-hbs_HR')
        self.assertEqual(sorted(table.offered), ['bs-en', 'hr-en', 'sl-hr', 'sr-en'])
        self.assertIn('slv-hbs', table.left_out)

    def test_the_plain_mode_is_preferred_to_a_variant_and_the_shorter_name_to_a_longer(self):
        table = self.read('eng-cat_valencia', 'eng-cat', 'en-ca')
        self.assertEqual(table.offered['en-ca'].mode, 'en-ca')
        self.assertEqual(self.read('cat-por_BR').offered['ca-pt'].variant, 'BR')

    def test_a_variant_is_a_target_by_its_tag(self):
        offered = self.read('cat-por', 'cat-por_BR', 'cat-por_PTpre1990', 'cat-por_x', 'oci_gascon-fra').offered
        modes = {key: pair.mode for key, pair in offered.items()}
        self.assertEqual(
            modes,
            {
                'ca-pt': 'cat-por',
                'ca-pt-BR': 'cat-por_BR',
                'ca-pt-PT': 'cat-por',
                'oc-fr': 'oci_gascon-fra',
            },
        )

    def test_what_cannot_run_is_left_out_with_the_reason(self):
        self.assertIn('not a pair', self.read('Cyrl-Latn').left_out['Cyrl-Latn'])
        self.assertIn('without an ISO', self.read('spa-ast').left_out['spa-ast'])
        self.assertIn('crashes', self.read('rus-ukr').left_out['rus-ukr'])
        self.assertIn('is not installed', self.read('eng-spa', missing='lt-proc').left_out['eng-spa'])
        without_data = self.read('eng-spa', text='lt-proc /nowhere | lt-proc -g /no')
        self.assertIn('is not installed', without_data.left_out['eng-spa'])

    def test_no_folder_is_no_pairs(self):
        self.assertEqual(read_pair_table('/no/such/folder').offered, {})


class SerbianScriptTest(unittest.TestCase):
    def test_letter_by_letter(self):
        self.assertEqual(serbian_in_latin('Љубав и џез, Ђоковић 3%'), 'Ljubav i džez, Đoković 3%')


if __name__ == '__main__':
    unittest.main()

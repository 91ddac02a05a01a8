import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from transledger.apertium import modes
from transledger.apertium.modes import Stage, is_recursive, runnable_modes


def write_wblank_mode(folder: Path) -> None:
    """Writes a fake of Apertium's tool, which prints the mode file as it is."""
    tool = folder / 'apertium-wblank-mode'
    tool.write_text('#!/bin/sh\nwhile read -r line || [ -n "$line" ]; do printf %s "$line"; done < "$2"\n', 'utf-8')
    tool.chmod(0o755)


class ModesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        modes._is_installed.cache_clear()
        self.addCleanup(modes._is_installed.cache_clear)
        path = mock.patch.dict(os.environ, PATH=str(self.folder))
        path.start()
        self.addCleanup(path.stop)
        for program in ('lt-proc', 'stdbuf', 'rtx-proc', 'apertium-wblank-detach', 'reboot'):
            (self.folder / program).touch(mode=0o755)
        write_wblank_mode(self.folder)
        (self.folder / 'data.bin').touch()

    def read(self, **texts: str) -> dict[str, tuple[Stage, ...]]:
        for name, text in texts.items():
            written = text.format(data=self.folder / 'data.bin')
            (self.folder / f'{name.replace("_to_", "-")}.mode').write_text(written, 'utf-8')
        return runnable_modes(self.folder)

    def test_are_processes_that_mark_unknown_words(self):
        stages = self.read(eng_to_spa="lt-proc -z '{data}' | apertium-wblank-detach | lt-proc -z $1 $2 '{data}'")
        data = str(self.folder / 'data.bin')
        expected = (
            Stage('lt-proc', ('-z', data)),
            modes._OPEN_COMPOUNDS,
            modes._SEPARATE_WORDS,
            Stage('apertium-wblank-detach'),
            Stage('lt-proc', ('-z', '-g', data)),
        )
        self.assertEqual(stages, {'eng-spa': expected})
        self.assertFalse(is_recursive(expected))
        self.assertTrue(is_recursive((Stage('rtx-proc'), *expected)))

    def test_open_no_compounds_of_other_languages(self):
        stages = self.read(spa_to_eng="lt-proc -z | apertium-wblank-detach | lt-proc -z $1")
        self.assertEqual([stage.program for stage in stages['spa-eng']], ['lt-proc', 'apertium-wblank-detach', 'lt-proc'])

    def test_are_left_out_when_they_cannot_run(self):
        for text in (
            'lt-proc',
            '',
            "lt-proc '/nowhere/a.bin' | apertium-wblank-detach | lt-proc $1",
            'cg-proc | apertium-wblank-detach | lt-proc $1',
            'reboot | apertium-wblank-detach | lt-proc $1',
            'sed s/a/b/ | apertium-wblank-detach | lt-proc $1',
            'lt-proc; reboot | apertium-wblank-detach | /bin/sh',
            "lt-proc 'a | apertium-wblank-detach | lt-proc $1",
        ):
            with self.subTest(text):
                self.assertEqual(self.read(eng_to_spa=text), {})

    def test_are_the_wanted_ones_where_some_are(self):
        text = 'lt-proc | apertium-wblank-detach | lt-proc $1'
        self.assertEqual(list(self.read(eng_to_spa=text, spa_to_eng=text)), ['eng-spa', 'spa-eng'])
        self.assertEqual(list(runnable_modes(self.folder, ['spa-eng', 'eng-jpn'])), ['spa-eng'])

    def test_are_none_without_a_folder_or_without_apertium(self):
        self.assertEqual(runnable_modes('/no/such/folder'), {})
        (self.folder / 'apertium-wblank-mode').unlink()
        modes._is_installed.cache_clear()
        self.assertEqual(self.read(eng_to_spa='lt-proc | apertium-wblank-detach | lt-proc $1'), {})


if __name__ == '__main__':
    unittest.main()

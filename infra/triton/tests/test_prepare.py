import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from preparation.model_config import quoted
from tests.test_manifest import write_weights
from tests.test_modes import write_wblank_mode

_ROOT = Path(__file__).resolve().parent.parent


class PrepareTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / 'repository'

    def prepare(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(_ROOT / 'prepare.py'), '--output', str(self.output), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, env={'PATH': str(self.folder)}, check=False)

    def prepared(self, *arguments: str | Path) -> None:
        result = self.prepare(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ''))

    def assert_refused(self, message: str, *arguments: str | Path) -> None:
        result = self.prepare(*arguments)
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stderr, message)
        self.assertFalse(self.output.exists())

    def config(self, model: str) -> str:
        return (self.output / model / 'config.pbtxt').read_text('utf-8')

    def assert_parameter(self, model: str, key: str, value: str) -> None:
        written = f'parameters {{ key: "{key}" value: {{ string_value: {json.dumps(value)} }} }}'
        self.assertIn(written, self.config(model))

    def modes(self) -> Path:
        modes = self.folder / 'modes'
        modes.mkdir()
        for program in ('lt-proc', 'stdbuf', 'rtx-proc', 'apertium-wblank-detach'):
            (self.folder / program).touch(mode=0o755)
        write_wblank_mode(self.folder)
        for mode in ('eng-spa', 'spa-eng'):
            (modes / f'{mode}.mode').write_text('lt-proc | apertium-wblank-detach | lt-proc $1', 'utf-8')
        (modes / 'dan-nob.mode').write_text('rtx-proc | apertium-wblank-detach | lt-proc $1', 'utf-8')
        return modes

    def test_apertium_with_the_modes_that_are_installed(self):
        modes = self.modes()
        self.prepared('--apertium', '--modes', modes, '--qualities', 'fast', '--instances', '2', '--cache')
        self.assert_parameter('apertium', 'transledger', 'apertium-pipeline/1')
        self.assert_parameter('apertium', 'transledger_modes', 'dan-nob eng-spa spa-eng')
        self.assert_parameter('apertium', 'transledger_recursive_modes', 'dan-nob')
        self.assert_parameter('apertium', 'transledger_qualities', 'fast')
        self.assert_parameter('apertium', 'transledger_stream', 'apertium_stream')
        self.assertIn('count: 2 kind: KIND_CPU', self.config('apertium'))
        self.assertIn('response_cache { enable: true }', self.config('apertium'))
        self.assertIn('decoupled: true', self.config('apertium_stream'))
        for model in ('apertium', 'apertium_stream'):
            self.assertTrue((self.output / model / '1' / 'model.py').is_file())
            self.assertTrue((self.output / model / '1' / 'transledger' / 'apertium' / 'pipeline.py').is_file())
        self.assertEqual([path.name for path in self.folder.glob('.preparing-*')], [])

    def test_the_modes_that_are_asked_for(self):
        self.prepared('--modes', self.modes(), '--apertium', 'spa-eng')
        self.assert_parameter('apertium', 'transledger_modes', 'spa-eng')
        self.assert_parameter('apertium_stream', 'transledger_modes', 'spa-eng')

    def test_a_neural_model_with_what_its_manifest_says(self):
        weights = write_weights(self.folder / 'weights', formality={'de': {'formal': '<f>'}}, domains={'12 law': '<l>'})
        self.prepared('--weights', f'{weights}=/models/tiny', '--compute-type', 'int8')
        for key, value in (
            ('transledger_languages', 'de en fr'),
            ('transledger_license', 'CC-BY-4.0'),
            ('transledger_formality', 'de'),
            ('transledger_domains', '1'),
            ('transledger_stream', 'tiny_stream'),
            ('weights', '/models/tiny'),
            ('compute_type', 'int8'),
        ):
            self.assert_parameter('tiny', key, value)
        self.assertNotIn('transledger_markup', self.config('tiny'))
        self.assertNotIn('transledger"', self.config('tiny_stream'))

    def test_a_model_for_each_beam_size(self):
        sizes = {'fast': 1, 'balanced': 1, 'quality': 5}
        self.prepared('--weights', write_weights(self.folder / 'weights', beam_sizes=sizes), '--gpu', '--resource', 'gpu=2')
        self.assert_parameter('tiny_fast', 'transledger_qualities', 'fast balanced')
        self.assert_parameter('tiny_quality', 'beam_size', '5')
        self.assert_parameter('tiny_quality', 'transledger_stream', 'tiny_stream')
        limiter = 'rate_limiter { resources [ { name: "gpu" count: 2 } ] }'
        self.assertIn(f'KIND_GPU {limiter}', self.config('tiny_quality'))
        self.assertIn('KIND_GPU } ]', self.config('tiny_stream'))

    def test_the_licence_gate(self):
        weights = write_weights(self.folder / 'weights', license='CC-BY-NC-4.0')
        self.assert_refused('--allow-noncommercial tiny', '--weights', weights)
        self.assert_refused('--allow-noncommercial tiny', '--weights', weights, '--allow-noncommercial', 'other')
        self.prepared('--weights', weights, '--allow-noncommercial', 'tiny')
        self.assert_parameter('tiny', 'allow_noncommercial', 'tiny')
        self.assert_parameter('tiny_stream', 'allow_noncommercial', 'tiny')

    def test_mistakes_are_named(self):
        modes = self.modes()
        empty = self.folder / 'empty'
        empty.mkdir()
        weights = write_weights(self.folder / 'weights')
        self.assert_refused('Nothing to prepare')
        self.assert_refused('No mode of Apertium', '--apertium', '--modes', empty)
        self.assert_refused('Not installed in .*: eng-jpn', '--apertium', 'eng-jpn', '--modes', modes)
        self.assert_refused(r'transledger\.json is missing', '--weights', empty)
        self.assert_refused('is no folder', '--weights', self.folder / 'nowhere')
        self.assert_refused('Two models are called tiny', '--weights', weights, weights)
        self.assert_refused('are for neural models', '--apertium', '--modes', modes, '--gpu')

    def test_prepared_models_are_replaced_and_others_never(self):
        modes = self.modes()
        self.prepared('--apertium', '--modes', modes)
        self.prepared('--apertium', '--modes', modes, '--rank', '7')
        self.assert_parameter('apertium', 'transledger_rank', '7')
        (self.output / 'apertium' / 'config.pbtxt').write_text('name: "apertium"', 'utf-8')
        result = self.prepare('--apertium', '--modes', modes)
        self.assertRegex(result.stderr, 'was not written by this program')

    def test_strings_are_quoted(self):
        self.assertEqual(quoted('a"b\\c\nd'), '"a\\"b\\\\c\\nd"')


if __name__ == '__main__':
    unittest.main()

import os
import sys
import threading
import unittest
from unittest import mock

from transledger.contract import length_without_tags
from transledger.serving.admission import Admission
from transledger.serving.parameters import Parameters
from transledger.serving.python_path import add_python_path


class AdmissionTest(unittest.TestCase):
    def test_holds_back_what_is_too_much_until_there_is_room(self):
        admission = Admission(10)
        admission.take(6)
        entered = threading.Event()
        thread = threading.Thread(target=lambda: (admission.take(5), entered.set()))
        thread.start()
        self.assertFalse(entered.wait(0.05))
        admission.give_back(6)
        self.assertTrue(entered.wait(10))
        thread.join()

    def test_takes_what_is_larger_than_all_of_it_alone(self):
        admission = Admission(10)
        admission.take(50)
        with admission.returning(50):
            self.assertFalse(admission.wait_until_empty(0.01))
        self.assertTrue(admission.wait_until_empty(0.01))


class ParametersTest(unittest.TestCase):
    def test_are_strings_of_the_model_config(self):
        parameters = Parameters('{"parameters": {"a": {"string_value": "3"}, "b": {"string_value": "x y"}}}')
        self.assertEqual((parameters.number('a', 1), parameters.number('c', 1)), (3, 1))
        self.assertEqual(parameters.words('b'), ['x', 'y'])
        for wrong in (lambda: parameters.text('c'), lambda: parameters.number('b', 1)):
            with self.assertRaises(ValueError):
                wrong()


class LengthTest(unittest.TestCase):
    def test_tags_do_not_count(self):
        self.assertEqual(length_without_tags('a\ue0001\ue00fb\ue0011\ue00f\ue0032\ue00f'), 2)
        self.assertEqual(length_without_tags('\ue000 \ue0031234567890\ue00f'), 14)


class PythonPathTest(unittest.TestCase):
    def test_comes_last(self):
        with mock.patch.dict(os.environ, PYTHONPATH=f'/one{os.pathsep}/two'), mock.patch.object(sys, 'path', ['/own']):
            add_python_path()
            self.assertEqual(sys.path, ['/own', '/one', '/two'])


if __name__ == '__main__':
    unittest.main()

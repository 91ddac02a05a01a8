import asyncio
import os
import signal
import sys
import time
import unittest
from dataclasses import replace

from transledger.apertium.modes import Stage
from transledger.apertium.pipeline import Pipeline, PipelineLimits, UntranslatableTextError
from transledger.apertium.pool import PipelinePool
from transledger.contract import UnavailableError

#: A stage that answers each text with itself, and misbehaves on certain words.
_SCRIPT = r"""
import os, sys, time
rest = b''
while chunk := os.read(0, 65536):
    *texts, rest = (rest + chunk).split(b'\0')
    for text in texts:
        if text.startswith(b'die'): sys.exit(3)
        if text.startswith(b'hang'): time.sleep(600)
        os.write(1, (b'lost' if text.startswith(b'lose') else text) + b'\0')
        if text.startswith(b'extra'): os.write(1, b'\0')
"""
_ECHO = Stage(sys.executable, ('-S', '-c', _SCRIPT))
_LIMITS = PipelineLimits(watch_interval=0.05)


def numbered(count: int) -> list[str]:
    return [f'text {index}' for index in range(count)]


class PipelineTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.pools: list[PipelinePool] = []

    async def asyncTearDown(self):
        for pool in self.pools:
            await pool.close()

    def open(self, stages: tuple[Stage, ...] = (_ECHO, _ECHO), **limits) -> Pipeline:
        self.pools.append(PipelinePool(1, replace(_LIMITS, **limits)))
        return self.pools[-1].get('test', stages)

    async def run_all(self, pipeline: Pipeline, texts: list[str]) -> list[str]:
        return list(await asyncio.gather(*map(pipeline.run, texts)))

    async def eventually(self, holds) -> None:
        deadline = time.monotonic() + 20
        while not holds():
            self.assertLess(time.monotonic(), deadline)
            await asyncio.sleep(0.02)

    async def test_answers_each_of_many_texts_in_flight_with_its_own(self):
        pipeline = self.open()
        self.assertEqual(pipeline.pids, [])
        self.assertEqual(await self.run_all(pipeline, numbered(500)), numbered(500))
        self.assertEqual(len(pipeline.pids), 2)

    async def test_gives_up_on_a_text_that_a_stage_does_not_survive_and_on_no_other(self):
        for word in ('die', 'lose', 'hang'):
            with self.subTest(word):
                pipeline = self.open(timeout=1 if word == 'hang' else 10)
                answers = asyncio.gather(*map(pipeline.run, numbered(40)))
                with self.assertRaises(UntranslatableTextError):
                    await pipeline.run(word)
                self.assertEqual(await answers, numbered(40))

    async def test_never_gives_one_text_the_answer_of_another(self):
        pipeline = self.open()
        texts = numbered(30)
        for index in (25, 15, 5):
            texts.insert(index, 'extra')
        answers = await asyncio.gather(*map(pipeline.run, texts), return_exceptions=True)
        for text, answer in zip(texts, answers, strict=True):
            if not isinstance(answer, UntranslatableTextError):
                self.assertEqual(answer, text)
        self.assertEqual(await pipeline.run('still'), 'still')

    async def test_loses_no_text_when_a_stage_is_killed_or_stopped(self):
        for sign in (signal.SIGKILL, signal.SIGSTOP):
            with self.subTest(sign):
                pipeline = self.open(timeout=1)
                await pipeline.run('warm')
                first = pipeline.pids
                answers = asyncio.ensure_future(self.run_all(pipeline, numbered(500)))
                await asyncio.sleep(0)
                os.kill(first[1], sign)
                self.assertEqual(await answers, numbered(500))
                # All answers may have been sent before: with another text the end of the chain is surely noticed.
                self.assertEqual(await pipeline.run('more'), 'more')
                self.assertNotEqual(pipeline.pids, first)

    async def test_replaces_a_chain_that_has_had_its_share(self):
        for limits in ({'texts': 40}, {'resident_bytes': 4 * 1_024 * 1_024}):
            with self.subTest(limits):
                pipeline = self.open((_ECHO,), **limits)
                await pipeline.run('warm')
                first = pipeline.pids
                self.assertEqual(await self.run_all(pipeline, numbered(100)), numbered(100))
                await self.eventually(lambda: pipeline.pids != first)  # noqa: B023 (used at once)

    async def test_closes_a_chain_without_work(self):
        pipeline = self.open(idle=0.05)
        await pipeline.run('a')
        await self.eventually(lambda: pipeline.pids == [])
        self.assertEqual(await pipeline.run('b'), 'b')

    async def test_says_that_it_is_unavailable_when_the_processes_do_not_start(self):
        missing = self.open((_ECHO, Stage('no-such-program')))
        with self.assertRaisesRegex(UnavailableError, 'no-such-program'):
            await missing.run('a')
        broken = self.open((_ECHO, Stage(sys.executable, ('-S', '-c', 'raise SystemExit(1)'))))
        with self.assertRaisesRegex(UnavailableError, 'does not start'):
            await broken.run('a')

    async def test_a_cancelled_text_leaves_the_others_alone(self):
        pipeline = self.open(in_flight=2)
        unwanted = [asyncio.create_task(pipeline.run('unwanted')) for _ in range(5)]
        others = asyncio.ensure_future(self.run_all(pipeline, numbered(20)))
        await asyncio.sleep(0)
        for task in unwanted:
            task.cancel()
        self.assertEqual(await others, numbered(20))

    async def test_leaves_no_process_when_it_is_closed(self):
        pipeline = self.open()
        await pipeline.run('warm')
        pids = pipeline.pids
        waiting = asyncio.create_task(pipeline.run('hang'))
        await asyncio.sleep(0)
        await pipeline.close()
        with self.assertRaises(UnavailableError):
            await waiting
        for pid in pids:
            with self.assertRaises(ProcessLookupError):
                os.kill(pid, 0)

    async def test_fewer_places_than_pipelines_are_shared(self):
        pool = PipelinePool(2, replace(_LIMITS, turn=0.001))
        self.pools.append(pool)
        pipelines = [pool.get(mode, (_ECHO,)) for mode in numbered(5)]
        answers = await asyncio.gather(*(self.run_all(each, numbered(100)) for each in [*pipelines, *pipelines]))
        self.assertEqual(answers, [numbered(100)] * 10)
        self.assertLessEqual(len(pool.pids), 2)


if __name__ == '__main__':
    unittest.main()

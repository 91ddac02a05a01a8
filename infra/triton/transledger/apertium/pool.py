from .modes import Stage
from .pipeline import Pipeline, PipelineLimits


class PipelinePool:
    """
    Holds one pipeline a mode, at most `most_chains` of them with processes (150–250 MB each). When all places are
    taken, the least recently used pipeline makes room: at once when idle, else when its turn is over.
    """

    def __init__(self, most_chains: int, limits: PipelineLimits) -> None:
        self._most_chains = most_chains
        self._limits = limits
        self._pipelines: dict[str, Pipeline] = {}
        self._live: list[Pipeline] = []
        self._leaving: set[Pipeline] = set()
        self._waiting: list[Pipeline] = []

    def get(self, mode: str, stages: tuple[Stage, ...]) -> Pipeline:
        if mode not in self._pipelines:
            self._pipelines[mode] = Pipeline(mode, stages, self._limits, self)
        return self._pipelines[mode]

    @property
    def pids(self) -> list[int]:
        return [pid for pipeline in self._live for pid in pipeline.pids]

    def request(self, pipeline: Pipeline) -> None:
        self._waiting.append(pipeline)
        self._grant()

    def release(self, pipeline: Pipeline) -> None:
        if pipeline in self._live:
            self._live.remove(pipeline)
        self._leaving.discard(pipeline)
        self._grant()

    async def close(self) -> None:
        self._waiting.clear()
        for pipeline in self._pipelines.values():
            await pipeline.close()

    def _grant(self) -> None:
        while self._waiting and len(self._live) < self._most_chains:
            pipeline = self._waiting.pop(0)
            self._live.append(pipeline)
            pipeline.start_chain()
        # No more pipelines leave than wait.
        while len(self._leaving) < len(self._waiting):
            candidates = [pipeline for pipeline in self._live if pipeline not in self._leaving]
            if not candidates:
                return
            leaver = min(candidates, key=lambda pipeline: (not pipeline.is_idle, pipeline.last_used))
            self._leaving.add(leaver)
            leaver.ask_to_leave()

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { tritonMetrics } from './external-metrics.js';

const model = `import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [
            pb_utils.InferenceResponse([pb_utils.Tensor("OUT", pb_utils.get_input_tensor_by_name(request, "IN").as_numpy())])
            for request in requests
        ]
`;

const configuration = `name: "same"
backend: "python"
max_batch_size: 8
dynamic_batching { }
input [ { name: "IN" data_type: TYPE_INT32 dims: [ 1 ] } ]
output [ { name: "OUT" data_type: TYPE_INT32 dims: [ 1 ] } ]
`;

describeWith(['triton'], 'the metrics of Triton', () => {
  let repository: string;
  let triton: RunningTriton;
  beforeAll(async () => {
    repository = await mkdtemp(join(tmpdir(), 'transledger-triton-metrics-'));
    await mkdir(join(repository, 'same/1'), { recursive: true });
    await writeFile(join(repository, 'same/config.pbtxt'), configuration);
    await writeFile(join(repository, 'same/1/model.py'), model);
    triton = await startTriton({ repository });
  });
  afterAll(async () => {
    await triton?.server.stop();
    await rm(repository, { recursive: true, force: true });
  });

  it('Triton exposes, by model, the metrics that dashboards and alerts query', async () => {
    const input = { name: 'IN', shape: [1, 1], datatype: 'INT32', data: [7] };
    const body = JSON.stringify({ inputs: [input] });
    const answer = await fetch(`${triton.httpUrl}/v2/models/same/infer`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    const page = await (await fetch(triton.metricsUrl)).text();
    const missing = tritonMetrics.filter((name) => !new RegExp(`^${name}\\{[^}]*model="same"`, 'm').test(page));
    expect(missing).toEqual([]);
    expect(page).toMatch(/^nv_inference_request_failure\{[^}]*reason="/m);
  });
});

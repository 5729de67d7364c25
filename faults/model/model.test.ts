import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'
import { planModel, runModel, shrink } from './run-model.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

/** The first seed and the number of seeds. `npm run faults` sets them for its long run. */
const first = Number(process.env['SEED'] ?? 1_000)
const seeds = Number(process.env['SEEDS'] ?? 2)

test(
  'random actions by sellers and buyers have the outcomes that a simple model predicts',
  { timeout: seeds * 180_000 },
  async () => {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const plan = planModel(seed)
      const { failure } = await runModel(app, seed, plan)
      if (failure === undefined) continue
      const shortest = await runModel(app, seed, await shrink(app, seed, plan))
      expect.fail(`seed ${seed}: ${failure}
shortest:
  ${shortest.done.join('\n  ')}
  ${shortest.failure}`)
    }
  },
)

test('the same seed plans the same actions', () => {
  expect(planModel(7)).toEqual(planModel(7))
  expect(planModel(7)).not.toEqual(planModel(8))
})

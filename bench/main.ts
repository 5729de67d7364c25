// npm run bench [-- FILE]: what the product's main things cost, each beside the least that they can cost in the same
// run; under 90 seconds. FILE gets the results as JSON.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startProduct } from '../e2e/product.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { measure } from './measure.ts'
import { startProgram } from './processes.ts'
import { describeMachine, describeResults, type Results } from './report.ts'

const starts = 2

const dataDir = await mkdtemp(join(tmpdir(), 'tillform-bench-'))
await buildIfNeeded(() => {})
try {
  const start = await measureStart()
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    const results = { machine: describeMachine(), start, ...(await measure(product, dataDir)) }
    process.stdout.write(`${describeResults(results)}\n`)
    const file = process.argv[2]
    if (file !== undefined) {
      const place = resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
      await writeFile(place, `${JSON.stringify(results, undefined, 2)}\n`)
    }
  } finally {
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

/** The first start makes the store and the demo shop; of the warm ones after it the better of two counts. */
async function measureStart(): Promise<Results['start']> {
  await (await startProduct({ DATA_DIR: dataDir })).stop()
  const found = { floor: Infinity, product: Infinity }
  for (let round = 0; round < starts; round += 1) {
    const floor = await startProgram('bench/floor-start.ts', [dataDir])
    await floor.stop()
    const before = performance.now()
    const product = await startProduct({ DATA_DIR: dataDir })
    found.product = Math.min(found.product, performance.now() - before)
    await product.stop()
    found.floor = Math.min(found.floor, floor.milliseconds)
  }
  return found
}

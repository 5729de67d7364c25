// npm run bench [-- FILE]: measures the product's main actions next to the least they can cost, in about six minutes.
// The table belongs in docs/performance.md, and FILE receives the results as JSON. npm run bench -- --fill compares a
// filled store with a small one (fill/run-growth.ts).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startProduct } from '../e2e/product.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { runGrowth } from './fill/run-growth.ts'
import { readGrowthOptions } from './fill/sizes.ts'
import { middleBy } from './load.ts'
import { measure } from './measure.ts'
import { measurePages } from './page.ts'
import { root, startProgram } from './processes.ts'
import { describeMachine, describeResults, type Results } from './report.ts'
import { memoryOf } from './usage.ts'

const starts = 5

const growth = readGrowthOptions(process.argv.slice(2))
if (growth === undefined) await measureShop(await mkdtemp(join(tmpdir(), 'tillform-bench-')))
else await runGrowth(growth)

async function measureShop(dataDir: string): Promise<void> {
  await buildIfNeeded(() => {}, 'preact')
  await buildIfNeeded(() => {}, 'react')
  try {
    const { start, first } = await measureStart(dataDir)
    const product = await startProduct({ DATA_DIR: dataDir })
    try {
      const warm = await memoryOf(product.pid)
      const measured = await measure(product, dataDir)
      const loaded = await memoryOf(product.pid)
      const pages = await measurePages(product)
      const results = {
        machine: describeMachine(),
        start,
        memory: { first, warm, loaded },
        pages,
        ...measured,
      }
      process.stdout.write(`${describeResults(results)}\n`)
      await writeDocument(describeResults(results))
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
}

/** The first start creates the store and the demo shop. The result is the median of the warm starts after it. */
async function measureStart(
  dataDir: string,
): Promise<Pick<Results, 'start'> & { first: number | undefined }> {
  const made = await startProduct({ DATA_DIR: dataDir })
  const first = await memoryOf(made.pid)
  await made.stop()
  const found: { floor: number[]; product: number[] } = { floor: [], product: [] }
  for (let round = 0; round < starts; round += 1) {
    const floor = await startProgram('bench/floor-start.ts', [dataDir])
    await floor.stop()
    found.floor.push(floor.milliseconds)
    const before = performance.now()
    const product = await startProduct({ DATA_DIR: dataDir })
    found.product.push(performance.now() - before)
    await product.stop()
  }
  return { first, start: { floor: middle(found.floor), product: middle(found.product) } }
}

function middle(values: readonly number[]): number {
  return middleBy(values, (value) => value) ?? Number.NaN
}

async function writeDocument(text: string): Promise<void> {
  const file = join(root, 'docs', 'performance.md')
  const document = await readFile(file, 'utf8')
  await writeFile(
    file,
    document.replace(/(<!-- npm run bench -->\n+```\n)[^`]*/, (_, before: string) => `${before}${text}\n`),
  )
}

// The long fault and race runs: node faults/main.ts [--seed N] [--rounds 20] [--buyers 64] [--kills 3] [--only TEXT]
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildIfNeeded } from '../scripts/build.ts'
import { runTool } from '../scripts/run-tool.ts'
import { runLongQueue, runOutOfConnections } from './bad-days.ts'
import { runFullDisk, whyNoFullDisk } from './full-disk.ts'
import { runChanges } from './changes.ts'
import { runGreedyRequests } from './greedy.ts'
import { killSteps } from './kill-steps.ts'
import { runKills } from './kills.ts'
import { runFullHeap, runKilledBackend, runKilledForMemory } from './memory.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { priceChangeKills } from './price-change-kills.ts'
import { comparePrices } from './prices.ts'
import { runRace } from './race.ts'
import { renewalKills } from './renewal-kills.ts'
import { runStep } from './run-step.ts'
import { openShop, type Shop } from './shop.ts'
import { runTwoTabs } from './two-tabs.ts'

type Run = { readonly name: string; readonly run: (shop: Shop, round: number) => Promise<string> }
type Result = { readonly name: string; passed: number; failed: number; slowest: number }

/** The races per round. Twenty rounds make two hundred of each of the five kinds. */
const trialsOfChanges = 50

const wholeNumber = z.coerce.number().int().min(1)
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String((Date.now() % 1_000_000) + 1) },
    rounds: { type: 'string', default: '20' },
    buyers: { type: 'string', default: '64' },
    kills: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const settings = z
  .object({
    seed: wholeNumber,
    rounds: wholeNumber,
    buyers: wholeNumber,
    kills: wholeNumber,
    only: z.string(),
  })
  .parse(values)

/** The buyers per round: a thousand in twenty rounds. */
const buyersInTwoTabs = 50

/** The seeds per round. Twenty rounds use two thousand. */
const seedsOfModel = 100

/** The orders per round. Twenty rounds make two hundred. */
const ordersOfEvents = 10
const purchasesInDisorder = { PURCHASES: '1000', ORDERS: String(ordersOfEvents) }

const eventsWaiting = 100_000

/** The purchases priced per round. Twenty rounds make a million. */
const purchasesPriced = 50_000

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

say(`seed ${settings.seed}, ${settings.rounds} rounds, ${settings.buyers} buyers in a race`)
await buildIfNeeded(say)
const postgres = await startPostgres()
try {
  const results: Result[] = []
  for (const run of runs().filter(({ name }) => name.includes(settings.only))) {
    if (!stopping.signal.aborted) results.push(await runRounds(postgres, run))
  }
  summarize(results)
} finally {
  await postgres.stop()
}

function runs(): Run[] {
  const kills = [...killSteps, ...renewalKills, ...priceChangeKills].map((step) => ({
    name: step.name,
    run: async (shop: Shop, round: number) => {
      await runStep(shop, step, round)
      return ''
    },
  }))
  const race = {
    name: 'race',
    run: async (shop: Shop, round: number) => {
      const seed = settings.seed + round
      return `seed ${seed}: ${await runRace(shop, seed, settings.buyers)}`
    },
  }
  const manyKills = {
    name: 'kills',
    run: async (shop: Shop, round: number) => {
      const seed = settings.seed + round
      return `seed ${seed}: ${await runKills(shop, seed, settings.buyers, settings.kills)}`
    },
  }
  const changes = {
    name: 'changes',
    run: async (shop: Shop, round: number) => {
      const seed = settings.seed + round
      return `seed ${seed}: ${await runChanges(shop, seed, trialsOfChanges)}`
    },
  }
  const twoTabs = {
    name: 'two tabs',
    run: async (shop: Shop, round: number) => {
      const seed = settings.seed + round
      return `seed ${seed}: ${await runTwoTabs(shop, seed, buyersInTwoTabs)}`
    },
  }
  const prices = {
    name: 'prices',
    run: async (_shop: Shop, round: number) => {
      const seed = settings.seed + round
      const differences = comparePrices(seed, purchasesPriced)
      if (differences.length > 0) throw new Error(differences.slice(0, 5).join('\n'))
      return `seed ${seed}: ${purchasesPriced} purchases`
    },
  }
  const recurring = {
    name: 'recurring',
    run: async (_shop: Shop, round: number) => {
      // This run contains nothing random.
      if (round > 0) return 'the same as in round 0'
      const tests = ['run', 'src/payments/subscriptions/sync/cycles.test.ts']
      const { code, output } = await runTool('vitest', tests, { env: { CYCLES: 'all' } })
      if (code !== 0) throw new Error(output)
      return 'every recurring price from every month end'
    },
  }
  const renewals = {
    name: 'renewals',
    run: async (_shop: Shop, round: number) => {
      const seed = settings.seed + round
      const tests = ['run', 'src/payments/subscriptions/sync/renewal-faults.test.ts']
      const { code, output } = await runTool('vitest', tests, { env: { SEED: String(seed) } })
      if (code !== 0) throw new Error(output)
      return `seed ${seed}: ten subscriptions`
    },
  }
  const fullDisk = {
    name: 'full disk',
    // Each run creates its own disk and shop.
    run: (_shop: Shop, round: number) => seldom(round, runFullDisk),
  }
  const memory = [
    { name: 'memory: a full heap', strike: runFullHeap },
    { name: 'memory: more than the kernel allows', strike: runKilledForMemory },
    { name: 'memory: a backend of the database', strike: runKilledBackend },
  ].map(({ name, strike }) => ({
    name,
    run: async (_shop: Shop, round: number) => {
      const seed = settings.seed + round
      return seldom(round, async () => `seed ${seed}: ${await strike(seed, settings.buyers)}`)
    },
  }))
  const greedy = {
    name: 'memory: greedy requests',
    run: (_shop: Shop, round: number) => seldom(round, runGreedyRequests),
  }
  const model = {
    name: 'model',
    run: async (_shop: Shop, round: number) => {
      const seed = settings.seed + round * seedsOfModel
      const env = { SEED: String(seed), SEEDS: String(seedsOfModel) }
      const { code, output } = await runTool('vitest', ['run', 'faults/model'], { env })
      if (code !== 0) throw new Error(output)
      return `seeds ${seed} to ${seed + seedsOfModel - 1}`
    },
  }
  const disorder = {
    name: 'disorder',
    run: async (_shop: Shop, round: number) => {
      const env = { SEED: String(settings.seed + round * ordersOfEvents), ...purchasesInDisorder }
      const { code, output } = await runTool('vitest', ['run', 'src/payments/webhooks/disorder.test.ts'], {
        env,
      })
      if (code !== 0) throw new Error(output)
      return `${ordersOfEvents} orders of the events of ${purchasesInDisorder.PURCHASES} purchases`
    },
  }
  const badDays = [
    { name: 'no connection left', run: (_shop: Shop, round: number) => seldom(round, runOutOfConnections) },
    {
      name: 'a long queue',
      run: (shop: Shop, round: number) => seldom(round, () => runLongQueue(shop, eventsWaiting)),
    },
  ]
  const noFullDisk = whyNoFullDisk()
  if (noFullDisk !== undefined) say(`left out: ${noFullDisk}`)
  return [
    ...kills,
    race,
    manyKills,
    changes,
    twoTabs,
    model,
    disorder,
    prices,
    recurring,
    renewals,
    ...badDays,
    ...memory,
    greedy,
    ...(noFullDisk === undefined ? [fullDisk] : []),
  ]
}

/** Skips slow runs that are hardly random in most rounds. */
function seldom(round: number, run: () => Promise<string>): Promise<string> {
  return round % 5 === 0 ? run() : Promise.resolve('made in every fifth round')
}

/** All rounds of a run use the same shop, which proves that earlier rounds left nothing behind. */
async function runRounds(server: PostgresServer, { name, run }: Run): Promise<Result> {
  const result: Result = { name, passed: 0, failed: 0, slowest: 0 }
  let shop: Shop | undefined
  for (let round = 0; round < settings.rounds && !stopping.signal.aborted; round += 1) {
    shop ??= await openShop(await server.createDatabase())
    const startedAt = performance.now()
    try {
      const report = await run(shop, round)
      result.passed += 1
      say(`✓ ${name}, round ${round}, ${secondsSince(startedAt).toFixed(1)} s ${report}`)
    } catch (error) {
      result.failed += 1
      say(`✗ ${name}, round ${round}, seed ${settings.seed + round}`)
      say(error instanceof Error ? error.message : String(error))
      say(`The product's log: ${shop.folder}/tillform.log`)
      // Wrong records would stay wrong, so the next round opens a new shop.
      await shop.close({ keepsFolder: true })
      shop = undefined
    }
    result.slowest = Math.max(result.slowest, secondsSince(startedAt))
  }
  await shop?.close()
  return result
}

function summarize(results: readonly Result[]): void {
  const width = Math.max(...results.map(({ name }) => name.length))
  say(`\n${'run'.padEnd(width)}  passed  failed  slowest`)
  for (const { name, passed, failed, slowest } of results) {
    const columns = [
      String(passed).padStart(6),
      String(failed).padStart(6),
      `${slowest.toFixed(1)} s`.padStart(7),
    ]
    say(`${name.padEnd(width)}  ${columns.join('  ')}`)
  }
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  say(`\n${results.reduce((sum, result) => sum + result.passed, 0)} passed, ${failed} failed`)
  process.exitCode = failed === 0 && !stopping.signal.aborted ? 0 : 1
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

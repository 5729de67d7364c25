import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runProgram } from './processes.ts'

/** Requests a second, and how long one took in milliseconds: half of them less, all but one in a hundred less. */
export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number }

/** How many requests are under way at once. */
const readers = 16

const Report = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  non2xx: z.number(),
})

/** Reads an address again and again from a process of its own; fails when an answer is not 2xx. */
export async function readAgain(
  url: string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const load = fileURLToPath(import.meta.resolve('autocannon'))
  const amounts = ['-c', String(readers), '-d', String(seconds)]
  const output = await runProgram(load, ['-j', '-n', ...amounts, ...given, url])
  const { requests, latency, errors, non2xx } = Report.parse(JSON.parse(output))
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} answers that are not 2xx`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

/** Does something again and again, `atOnce` at a time; it is given a number that no other turn has. */
export async function doAgain(
  seconds: number,
  atOnce: number,
  action: (turn: number) => Promise<void>,
): Promise<Load> {
  const times: number[] = []
  let turns = 0
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  const worker = async () => {
    while (performance.now() < end) {
      const before = performance.now()
      await action((turns += 1))
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const elapsed = performance.now() - startedAt
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: (times.length / elapsed) * 1_000, p50: at(0.5), p99: at(0.99) }
}

/** The middle one of several rounds, and how far they lie apart: the highest less the lowest, as a share of the middle. */
export type Measured = Load & { readonly spread: number }

/** Measures the floor and the product in turns, so that a noisy moment meets both. */
export async function beside(
  rounds: number,
  floor: () => Promise<Load>,
  product: () => Promise<Load>,
): Promise<{ floor: Measured; product: Measured }> {
  const found: { floor: Load[]; product: Load[] } = { floor: [], product: [] }
  for (let round = 0; round < rounds; round += 1) {
    found.floor.push(await floor())
    found.product.push(await product())
  }
  return { floor: middle(found.floor), product: middle(found.product) }
}

function middle(loads: readonly Load[]): Measured {
  const found = middleBy(loads, ({ perSecond }) => perSecond) ?? { perSecond: 0, p50: 0, p99: 0 }
  const rates = loads.map(({ perSecond }) => perSecond)
  return { ...found, spread: (Math.max(...rates) - Math.min(...rates)) / found.perSecond }
}

/** The one in the middle, once they are in order. */
export function middleBy<T>(values: readonly T[], of: (value: T) => number): T | undefined {
  return values.toSorted((one, other) => of(one) - of(other))[Math.floor(values.length / 2)]
}

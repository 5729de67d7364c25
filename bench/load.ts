import { nodeTime } from './usage.ts'

/** Total requests and requests per second, with the median and 99th percentile of the latency in milliseconds. */
export type Load = {
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Runs an action repeatedly, `atOnce` in parallel. Each call gets a unique number. */
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
  const requests = times.length
  return { requests, perSecond: (requests / elapsed) * 1_000, p50: at(0.5), p99: at(0.99) }
}

/**
 * The median of several rounds and their spread: the highest minus the lowest, as a share of the median. `processor` is
 * Node's CPU time per request in microseconds, which other work on the machine hardly affects.
 */
export type Measured = Load & { readonly spread: number; readonly processor: number | undefined }

/** A process under load, by its id. */
export type Side = { readonly pid: number; readonly load: () => Promise<Load> }
type Round = Load & { readonly processor: number | undefined }

/** Alternates between the bare server and the product, so that other load on the machine affects both. */
export async function measureInTurns(
  rounds: number,
  floor: Side,
  product: Side,
): Promise<{ floor: Measured; product: Measured }> {
  const found: { floor: Round[]; product: Round[] } = { floor: [], product: [] }
  for (let round = 0; round < rounds; round += 1) {
    found.floor.push(await timed(floor))
    found.product.push(await timed(product))
  }
  return { floor: middle(found.floor), product: middle(found.product) }
}

async function timed({ pid, load }: Side): Promise<Round> {
  const before = await nodeTime(pid)
  const found = await load()
  const after = await nodeTime(pid)
  const isKnown = before !== undefined && after !== undefined
  return { ...found, processor: isKnown ? ((after - before) * 1_000) / found.requests : undefined }
}

function middle(rounds: readonly Round[]): Measured {
  const found = middleBy(rounds, ({ perSecond }) => perSecond) ?? {
    requests: 0,
    perSecond: 0,
    p50: 0,
    p99: 0,
  }
  const rates = rounds.map(({ perSecond }) => perSecond)
  const spread = (Math.max(...rates) - Math.min(...rates)) / found.perSecond
  return { ...found, spread, processor: middleBy(rounds, ({ processor }) => processor ?? 0)?.processor }
}

/** Sorts the values and returns the median. */
export function middleBy<T>(values: readonly T[], of: (value: T) => number): T | undefined {
  return values.toSorted((one, other) => of(one) - of(other))[Math.floor(values.length / 2)]
}

import { buy, type Tally } from './failover.ts'
import { startPostgres } from './postgres.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { checkOutRelease } from './release.ts'
import { settle } from './settle.ts'
import { openShop, type Shop } from './shop.ts'
import { until } from './until.ts'

/** The number of payments with the older release alone, with both, and with the newer one alone. */
const paidInEach = 40

export type Phase = {
  readonly name: string
  readonly paid: number
  /** Responses without an outcome. Each request was repeated with the same key. */
  readonly unclear: number
  /** The longest time in milliseconds in which no buyer got a "paid" response. */
  readonly longest: number
}

/**
 * Upgrades a shop from an older release while buyers pay. A process of this release starts next to the older
 * one and migrates the database. Both run on the newer schema for a while, and then the older one is stopped.
 * In the end the records must match.
 */
export async function runUpgrade(
  { from, buyers, seed }: { readonly from: string; readonly buyers: number; readonly seed: number },
  stopping: AbortSignal,
  report: (phase: Phase) => void,
): Promise<void> {
  const release = await checkOutRelease(from)
  try {
    const postgres = await startPostgres()
    try {
      const shop = await openShop(await postgres.createDatabase(), undefined, {}, release.folder)
      try {
        await upgrade(shop, { buyers, seed }, stopping, report)
      } catch (error) {
        await shop.close({ keepsFolder: true })
        throw new Error(`The product's log: ${shop.folder}/tillform.log`, { cause: error })
      }
      await shop.close()
    } finally {
      await postgres.stop()
    }
  } finally {
    await release.remove()
  }
}

async function upgrade(
  older: Shop,
  { buyers, seed }: { readonly buyers: number; readonly seed: number },
  stopping: AbortSignal,
  report: (phase: Phase) => void,
): Promise<void> {
  const tally: Tally = { paid: 0, unclear: 0, lastPaidAt: 0 }
  /** The process to which a load balancer would send buyers. */
  const shops = [older]
  const closing = new AbortController()
  const buying = Promise.all(
    Array.from({ length: buyers }, (_, buyer) =>
      buy(shops, buyer, randomFrom(seed * 100 + buyer), tally, closing.signal),
    ),
  )
  // An error here is handled where `buying` is awaited.
  buying.catch(() => undefined)
  const untilPaid = async (): Promise<void> => {
    const wanted = tally.paid + paidInEach
    await until(`${paidInEach} payments more`, () => {
      stopping.throwIfAborted()
      return tally.paid >= wanted ? true : undefined
    })
  }
  const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = { ...tally }
    let seen = Date.now()
    let longest = 0
    const watch = setInterval(() => {
      seen = Math.max(seen, tally.lastPaidAt)
      longest = Math.max(longest, Date.now() - seen)
    }, 10)
    try {
      return await work()
    } finally {
      clearInterval(watch)
      report({ name, paid: tally.paid - before.paid, unclear: tally.unclear - before.unclear, longest })
    }
  }
  try {
    await phase('older alone', untilPaid)
    const newer = await phase('newer starts', () => older.addProduct())
    shops.push(newer)
    await phase('both', untilPaid)
    shops.shift()
    const code = await phase('older stops', () => older.product.terminate())
    if (code !== 0) throw new Error(`The older release ended with ${code}`)
    await phase('newer alone', untilPaid)
    closing.abort()
    await buying
    await settle(newer)
  } finally {
    closing.abort()
    await buying.catch(() => undefined)
  }
}

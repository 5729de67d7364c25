import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { newPayment, pay, promiseOf } from './buyer.ts'
import { openPair, type Pair } from './pair.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { settle } from './settle.ts'
import { openShop, type Answer, type Shop } from './shop.ts'
import { openStore, type Store } from './store.ts'
import { until } from './until.ts'

/** How many milliseconds a monitor takes to notice that the database's machine is lost. */
const noticing = 1_000
/** The longest allowed time between the standby's promotion and the next "paid" response, in milliseconds. */
export const mostAway = 10_000
/** The number of payments per round before the loss, while the standby is alone, and with both servers again. */
const paidInBetween = 8
const repeatAfter = 200

export type Round = {
  readonly paid: number
  /** Responses without an outcome: no connection, or a 503. Each request was repeated with the same key. */
  readonly unclear: number
  /** The time from the loss to the next "paid" response, in milliseconds. */
  readonly away: number
  /** How long PostgreSQL took to promote the standby, and the time from then until a buyer had paid. */
  readonly promotion: number
  readonly sincePromotion: number
}

export type Tally = { paid: number; unclear: number; lastPaidAt: number }

/**
 * Runs two product processes on two PostgreSQL servers while buyers pay. In each round the primary is lost,
 * the standby is promoted, and the old primary becomes the new standby. In the end the records must match.
 */
export async function runFailover(
  { rounds, buyers, seed }: { readonly rounds: number; readonly buyers: number; readonly seed: number },
  stopping: AbortSignal,
  report: (round: Round) => void,
): Promise<void> {
  const pair = await openPair()
  try {
    const shop = await openShop(pair.url, tmpdir(), { DATABASE_READ_URL: pair.url })
    try {
      const shops = [shop, await shop.addProduct()]
      for (let round = 0; round < rounds && !stopping.aborted; round += 1) {
        report(await loseOnce(pair, shops, buyers, seed + round))
      }
    } catch (error) {
      await shop.close({ keepsFolder: true })
      throw new Error(`The product's log: ${shop.folder}/tillform.log`, { cause: error })
    }
    await shop.close()
  } finally {
    await pair.stop()
  }
}

async function loseOnce(pair: Pair, shops: readonly Shop[], buyers: number, seed: number): Promise<Round> {
  const random = randomFrom(seed)
  const tally: Tally = { paid: 0, unclear: 0, lastPaidAt: 0 }
  const closing = new AbortController()
  const buying = Promise.all(
    Array.from({ length: buyers }, (_, buyer) =>
      buy(shops, buyer, randomFrom(seed * 100 + buyer), tally, closing.signal),
    ),
  )
  // An error here is handled where `buying` is awaited.
  buying.catch(() => undefined)
  const untilPaid = (more: number): Promise<true> => {
    const wanted = tally.paid + more
    return until(`${more} payments more`, () => (tally.paid >= wanted ? true : undefined))
  }
  try {
    await untilPaid(paidInBetween)
    await sleep(random.below(300))
    await pair.killPrimary()
    const lostAt = Date.now()
    await sleep(noticing)
    const orderedAt = Date.now()
    await pair.promoteStandby()
    const promotedAt = Date.now()
    // The first payment may have succeeded before the call that promotes the standby returned.
    await until('a payment after the promotion', () => (tally.lastPaidAt > orderedAt ? true : undefined))
    const paidAt = tally.lastPaidAt
    await untilPaid(paidInBetween)
    await pair.rebuildStandby()
    await untilPaid(paidInBetween)
    closing.abort()
    await buying
    await compare(pair, shops)
    return {
      paid: tally.paid,
      unclear: tally.unclear,
      away: paidAt - lostAt,
      promotion: promotedAt - orderedAt,
      sincePromotion: Math.max(0, paidAt - promotedAt),
    }
  } finally {
    closing.abort()
    await buying.catch(() => undefined)
  }
}

/** Makes payments one after another, each until its outcome is known, alternating between the processes. */
export async function buy(
  shops: readonly Shop[],
  buyer: number,
  random: ReturnType<typeof randomFrom>,
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  let turn = buyer
  while (!signal.aborted) {
    const [first] = shops
    if (first === undefined) return
    const form = first.forms[random.pick(['usd', 'usd', 'jpy', 'free', 'recurring'] as const)]
    const payment = newPayment(form, random.chance(0.1) ? 'pm_card_visa_chargeDeclined' : undefined)
    await until('a clear answer', async () => {
      turn += 1
      const answer = await pay(shops[turn % shops.length] ?? first, payment)
      if (promiseOf(answer) === 'paid') {
        tally.paid += 1
        tally.lastPaidAt = Date.now()
      }
      if (isClear(answer)) return true
      tally.unclear += 1
      await sleep(repeatAfter)
      return undefined
    })
  }
}

function isClear(answer: Answer): boolean {
  return promiseOf(answer) !== undefined || (answer !== undefined && answer.status < 500)
}

async function compare(pair: Pair, shops: readonly Shop[]): Promise<void> {
  const [shop] = shops
  if (shop === undefined || shops.some(({ product }) => !product.isRunning())) {
    throw new Error('The product ended with its database')
  }
  // The earlier database session ended along with its server.
  const store = await openStore(pair.url)
  try {
    await settle({ ...shop, store })
    await compareLists(shop, store)
  } finally {
    await store.close()
  }
}

const sale = z.object({ id: z.string() })

/** The seller's list, read from the standby, must match the records. */
async function compareLists({ seller }: Shop, store: Store): Promise<void> {
  const { data } = z.object({ data: z.array(sale) }).parse(await seller.ask('GET', '/sales?limit=20'))
  const newest = await store.query(sale, 'select id from purchases order by id desc limit 20')
  const ids = (sales: readonly z.output<typeof sale>[]): string => sales.map(({ id }) => id).join()
  if (ids(data) !== ids(newest)) throw new Error(`The seller sees ${ids(data)} instead of ${ids(newest)}`)
}

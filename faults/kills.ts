import { setTimeout as sleep } from 'node:timers/promises'
import { buyAll } from './race.ts'
import { planRace } from './race-plan.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { settle } from './settle.ts'
import type { Shop } from './shop.ts'

/** The longest random delay before a kill, in milliseconds, so that it can hit any part of a payment. */
const jitter = 60

/**
 * Lets many buyers pay while the product is killed and restarted `kills` times, spread evenly over the payments, by
 * `kill -9` or by `strike`. Nothing else fails. Then the records must match without another restart. Returns a summary.
 */
export async function runKills(
  shop: Shop,
  seed: number,
  size: number,
  kills: number,
  strike: (shop: Shop) => Promise<void> = killAndStart,
): Promise<string> {
  const { buyers } = planRace(seed, size)
  const random = randomFrom(seed)
  const progress = { done: 0 }
  const buying = buyAll(shop, buyers, () => (progress.done += 1))
  const isOver = buying.then(() => true)
  let killed = 0
  let isBuying = true
  while (killed < kills && isBuying) {
    if (progress.done >= ((killed + 1) * size) / (kills + 1)) {
      await sleep(random.below(jitter))
      await strike(shop)
      killed += 1
    } else {
      isBuying = !(await Promise.race([isOver, sleep(5, false)]))
    }
  }
  await buying
  if (killed < kills) throw new Error(`The buyers were done after ${killed} kills of ${kills}`)
  await settle(shop)
  return `${size} payments, ${killed} kills`
}

async function killAndStart({ product }: Shop): Promise<void> {
  await product.kill()
  await product.start()
}

import { pay } from './buyer.ts'
import { hurry, settle } from './settle.ts'
import type { Shop } from './shop.ts'
import type { Step } from './strike.ts'

/**
 * Causes one failure in the middle of a payment, restarts whatever was killed, and waits until the records match. The
 * round's number decides whether the buyer repeats the request, whether events report the payment, and whether the
 * payment is old enough for the product to check.
 */
export async function runStep(shop: Shop, step: Step, round: number): Promise<void> {
  const isRepeated = round % 2 === 1
  const isSilent = round % 4 >= 2
  const isOld = round % 8 < 4
  const struck = await step.strike(shop, { isSilent })
  if (!shop.product.isRunning()) {
    if (isOld) await hurry(shop)
    await shop.product.start()
  }
  if (isRepeated) await ('repeat' in struck ? struck.repeat() : pay(shop, struck))
  await settle(shop)
  await shop.provider.setFaults({})
  if ('repeat' in struck) await struck.afterwards?.()
}

import { pay } from './buyer.ts'
import type { Step } from './kill-steps.ts'
import { hurry, settle } from './settle.ts'
import type { Shop } from './shop.ts'

/** The state of the fault scripts at the beginning of a round is: none. */
const noFaults = {}

/**
 * Strikes once in the middle of a payment, brings back what was ended, and waits until the books agree. The buyer
 * repeats the request in every second round, and no event tells of the payment in two of four.
 */
export async function runStep(shop: Shop, step: Step, round: number): Promise<void> {
  const isRepeated = round % 2 === 1
  const isSilent = round % 4 >= 2
  const payment = await step.strike(shop, { isSilent })
  if (!shop.product.isRunning()) {
    // In half of these rounds the product finds the payment as fresh as it was left.
    if (round % 8 < 4) await hurry(shop)
    await shop.product.start()
  }
  if (isRepeated) await pay(shop, payment)
  await settle(shop)
  await shop.provider.setFaults(noFaults)
}

import { newPayment, payShown } from './buyer.ts'
import type { Shop } from './shop.ts'
import { holding, intents, killProduct, letGo, type Step } from './strike.ts'

/** Kills the product while a purchase takes the last item in stock. The buyer then clicks the same button again. */
export const stockKills: readonly Step[] = [
  {
    name: 'product killed while taking the last piece',
    async strike(shop) {
      const press = await pressForLastPiece(shop)
      const lock = await shop.store.hold('lock table stock_holds in share mode')
      const answered = press()
      await shop.store.untilWaiting(shop.product.pid(), 'insert into stock_holds')
      await killProduct(shop, lock)
      await answered
      return { repeat: press }
    },
  },
  ...(['before', 'after'] as const).map((when): Step => ({
    name: `product killed ${when} a charge for the last piece`,
    async strike(shop, { isSilent }) {
      const press = await pressForLastPiece(shop)
      await shop.provider.setFaults(holding(`hold_${when}`, '/v1/payment_intents', true, isSilent))
      const answered = press()
      await shop.provider.untilHeld('POST', intents)
      await shop.product.kill()
      await letGo(shop)
      await answered
      return { repeat: press }
    },
  })),
]

async function pressForLastPiece(shop: Shop): Promise<() => Promise<unknown>> {
  const form = await shop.seller.createForm({ amount: 49, stockLimit: 1 })
  const payment = newPayment(form)
  return () => payShown(shop, payment, {})
}

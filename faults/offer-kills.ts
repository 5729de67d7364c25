import { randomUUID } from 'node:crypto'
import { answerOffer, orderWithOffers, type Ordered } from './changed-offers.ts'
import type { Shop } from './shop.ts'
import { holding, intents, killProduct, letGo, type Step, type Struck, type Variant } from './strike.ts'

const refunds = /^\/v1\/refunds$/

/** Kills the product while a buyer accepts or undoes an offer. The buyer then clicks the same button again. */
export const offerKills: readonly Step[] = [
  {
    name: 'product killed before an accepted offer is recorded',
    async strike(shop) {
      const ordered = await orderFor(shop)
      const lock = await shop.store.hold('lock table shown_offers in share mode')
      const press = newPress(shop, ordered, 'accept')
      const answered = press()
      await shop.store.untilWaiting(shop.product.pid(), 'update "shown_offers"')
      await killProduct(shop, lock)
      await answered
      return { repeat: press }
    },
  },
  {
    name: 'product killed before an offer is charged',
    strike: (shop, variant) => killWhileAccepting(shop, variant, 'hold_before'),
  },
  {
    name: 'product killed after an offer was charged',
    strike: (shop, variant) => killWhileAccepting(shop, variant, 'hold_after'),
  },
  {
    name: 'product killed before an offer is refunded',
    strike: (shop, variant) => killWhileUndoing(shop, variant, 'hold_before'),
  },
  {
    name: 'product killed after an offer was refunded',
    strike: (shop, variant) => killWhileUndoing(shop, variant, 'hold_after'),
  },
]

type Hold = 'hold_before' | 'hold_after'

async function killWhileAccepting(shop: Shop, variant: Variant, kind: Hold): Promise<Struck> {
  return killWhilePressing(shop, await orderFor(shop), 'accept', {
    faults: holding(kind, '/v1/payment_intents', true, variant.isSilent),
    until: intents,
  })
}

async function killWhileUndoing(shop: Shop, variant: Variant, kind: Hold): Promise<Struck> {
  const ordered = await orderFor(shop)
  const accepted = await newPress(shop, ordered, 'accept')()
  if (accepted?.status !== 200) throw new Error('The offer was not accepted')
  return killWhilePressing(shop, ordered, 'undo', {
    faults: holding(kind, '/v1/refunds', true, variant.isSilent),
    until: refunds,
  })
}

async function killWhilePressing(
  shop: Shop,
  ordered: Ordered,
  button: 'accept' | 'undo',
  { faults, until }: { readonly faults: object; readonly until: RegExp },
): Promise<Struck> {
  const { provider, product } = shop
  await provider.setFaults(faults)
  const press = newPress(shop, ordered, button)
  const answered = press()
  await provider.untilHeld('POST', until)
  await product.kill()
  await letGo(shop)
  await answered
  return { repeat: press }
}

async function orderFor(shop: Shop): Promise<Ordered> {
  const ordered = await orderWithOffers(shop)
  if (ordered === undefined) throw new Error('The order was not paid')
  return ordered
}

/** A click on an offer's button. Clicking again sends the same request with the same key. */
function newPress(shop: Shop, { order, offer }: Ordered, button: 'accept' | 'undo') {
  const key = randomUUID()
  return () => answerOffer(shop, order, `${offer}/${button}`, {}, key)
}

import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { AgreedPrice } from '#foundation/db/tables/subscriptions.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { type Purchase, taxColumns } from '#payments/purchases/purchase.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import {
  asTaxedNext,
  canChangePrice,
  isAhead,
  isTakenBack,
  newestPrice,
  pendingPrice,
  presentPriceId,
  withNewPrice,
} from '../begin/agreed-prices.ts'
import { askFirst } from './ask-first.ts'
import { withoutTax } from './tax-off.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { isCanceledHere } from '../end/correct-end.ts'
import { PriceChangeBegun, PriceChangeDiffers, PriceChangeUnavailable, SubscriptionBusy } from '../errors.ts'
import { changeSubscription, findByOrder, type Subscription } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'

export type OtherPrice = Pick<AgreedPrice, 'title' | 'sellerTitle' | 'subtotal' | 'taxAmount' | 'total'> & {
  readonly priceId: string
}

/**
 * A buyer's choice and what the page showed: the amount of each payment, the start of the new price, and `after`, the
 * latest change or null if there was none.
 */
export type Chosen = {
  readonly priceId: string
  readonly total: number
  readonly from: Date
  readonly after: string | null
}

const tries = 4

/**
 * Changes a subscription's price from its next cycle on. The change is committed first and then made on Stripe, or
 * later by the job if Stripe is unreachable. Stripe's response decides the first cycle, and a renewal that began
 * earlier keeps its price. `find` returns the price, and is called again after every concurrent change. A repeated
 * request changes nothing, even if the change was undone in between.
 */
export async function changePrice(
  services: PaymentServices,
  given: Subscription,
  order: Purchase,
  find: (row: Subscription) => Promise<OtherPrice | undefined>,
  chosen: Chosen,
): Promise<Subscription> {
  if (isAskedFor(given, chosen)) return bringUpToDate(services, given, 'price changed')
  const row = await askFirst(
    async () => syncSubscription(services, given, 'price changed'),
    () => new PriceChangeUnavailable(),
  )
  return askForPrice(services, row, order, async (present) => {
    if (isAskedFor(present, chosen)) return undefined
    const price = await find(present)
    const isLive = canChangePrice(present, services.clock.now())
    if (price === undefined || !isLive) throw new PriceChangeUnavailable()
    const isInTime = present.currentPeriodEnd?.getTime() === chosen.from.getTime()
    const isNext = (newestPrice(present)?.id ?? null) === chosen.after
    if (!isInTime || !isNext || price.total !== chosen.total) throw new PriceChangeDiffers()
    return price
  })
}

/**
 * Undoes a price change before it takes effect. Throws `PriceChangeBegun` after that, and `PriceChangeDiffers` if
 * there is a newer change or the subscription was canceled.
 */
export async function undoPriceChange(
  services: PaymentServices,
  given: Subscription,
  order: Purchase,
  changeId: string,
): Promise<Subscription> {
  const known = await bringUpToDate(services, given, 'price changed')
  return askForPrice(services, known, order, (row) => {
    if (!isAhead(row, changeId)) throw new PriceChangeBegun()
    const pending = pendingPrice(row)
    if (pending === undefined || isTakenBack(row)) return undefined
    if (pending.id !== changeId || isCanceledHere(row)) throw new PriceChangeDiffers()
    const { title, sellerTitle, subtotal, taxAmount, total } = row
    const isUntaxedNext = asTaxedNext(row).taxTreatment === 'reverse_charge'
    const price = isUntaxedNext ? withoutTax(row) : { subtotal, taxAmount, total }
    return { priceId: presentPriceId(row, order), title, sellerTitle, ...price }
  })
}

function isAskedFor(row: Subscription, { priceId, total }: Chosen): boolean {
  const pending = pendingPrice(row)
  return pending?.priceId === priceId && pending.total === total
}

type Asked = Pick<
  AgreedPrice,
  'priceId' | 'title' | 'sellerTitle' | 'subtotal' | 'taxAmount' | 'total' | 'reduction' | 'tax'
>

/** @param decide returns the price for the current subscription, or undefined for no change */
async function askForPrice(
  services: PaymentServices,
  given: Subscription,
  order: Purchase,
  decide: (row: Subscription) => Promise<Asked | undefined> | Asked | undefined,
): Promise<Subscription> {
  let row = given
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const asked = await decide(row)
    if (asked === undefined) return row
    const cause = `asked by buyer: ${asked.sellerTitle ?? asked.title}`
    const changed = await recordPrice(services, row, order, asked, cause)
    if (changed !== undefined) return bringUpToDate(services, changed, 'price changed')
    row = (await findByOrder(services.db, row.orderId)) ?? row
  }
  throw new SubscriptionBusy()
}

/**
 * Records the price of a subscription's next cycles. Its tax is that of the subscription's newest price, unless it has
 * a tax of its own. Undefined if the subscription was changed concurrently.
 */
export async function recordPrice(
  services: PaymentServices,
  row: Subscription,
  order: Purchase,
  asked: Asked,
  cause: string,
): Promise<Subscription | undefined> {
  const now = services.clock.now()
  const tax = pickFields(asTaxedNext(row), taxColumns)
  const price = { tax, ...asked, id: newId(), askedAt: now.toISOString(), from: null }
  return inTransaction(services.db, async (tx) => {
    const changed = await changeSubscription(tx, row, {
      agreedPrices: JSON.stringify(withNewPrice(row, order, price)),
      nextCheckAt: now,
      updatedAt: now,
    })
    if (changed === undefined) return undefined
    await recordEvent(tx, order.id, { event: 'price_changed', subject: price.id }, cause)
    return changed
  })
}

import { invalidRequest } from '#api/errors.ts'
import { newId } from '#ids.ts'
import { find } from '#payments/find.ts'
import type { World } from '#world.ts'
import { monthsAfter } from './intervals.ts'
import type { InvoiceLine, SubscriptionItem, SubscriptionRecord } from './records.ts'
import type { DiscountParams } from './subscription-params.ts'

type Discounted = {
  readonly account: string
  readonly currency: string
  /** Null for a line on a single invoice. */
  readonly item: string | null
  readonly param: string
}

/** Creates discounts from the coupons of a new item or line. @returns their ids */
export function startDiscounts(
  world: World,
  given: readonly DiscountParams[],
  { account, currency, item, param }: Discounted,
): string[] {
  return given.map(({ coupon: id }, index) => {
    const coupon = find(world.store.coupons, account, id, 'coupon', `${param}[${index}][coupon]`)
    if (coupon.currency !== currency) {
      throw invalidRequest(
        `The coupon ${id} cannot be applied: its currency is ${coupon.currency}, and that of the price is ${currency}.`,
        { param: `${param}[${index}][coupon]` },
      )
    }
    world.store.coupons.put({ ...coupon, times_redeemed: coupon.times_redeemed + 1 })
    const start = world.clock.now()
    const { duration_in_months: months } = coupon
    const end = months === null ? null : monthsAfter(start, months)
    return world.store.discounts.put({
      id: newId('di'),
      account,
      created: start,
      coupon: coupon.id,
      start,
      end,
      subscription_item: item,
    }).id
  })
}

/** The amount that each current discount takes off, in order. A line never becomes negative. */
export function discountAmounts(
  world: World,
  ids: readonly string[],
  amount: number,
  at: number,
): InvoiceLine['discounts'] {
  let left = Math.max(0, amount)
  return ids.flatMap((id) => {
    const discount = world.store.discounts.get(id)
    const off = world.store.coupons.get(discount?.coupon ?? '')?.amount_off ?? 0
    const isOver = discount === undefined || (discount.end !== null && discount.end <= at)
    if (isOver) return []
    const taken = Math.min(off, left)
    left -= taken
    return [{ discount: id, amount: taken }]
  })
}

/** Ends one-time coupons after the first invoice they reduced. */
export function endOnce(
  world: World,
  subscription: SubscriptionRecord,
  lines: readonly InvoiceLine[],
): SubscriptionRecord {
  const used = new Set(lines.flatMap((line) => line.discounts.map(({ discount }) => discount)))
  const stays = (id: string) => {
    const coupon = world.store.coupons.get(world.store.discounts.get(id)?.coupon ?? '')
    return !used.has(id) || coupon?.duration !== 'once'
  }
  const items: SubscriptionItem[] = subscription.items.map((item) => ({
    ...item,
    discounts: item.discounts.filter(stays),
  }))
  return { ...subscription, items }
}

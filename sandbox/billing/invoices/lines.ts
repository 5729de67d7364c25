import { newId } from '#ids.ts'
import { share } from '#payments/share.ts'
import type { World } from '#world.ts'
import type {
  InvoiceLine,
  PriceRecord,
  SubscriptionItem,
  SubscriptionRecord,
  TaxRateRecord,
} from '../records.ts'
import { discountAmounts } from '../discounts.ts'
import { lineTaxes } from '../taxes.ts'

export type Period = {
  readonly start: number
  readonly end: number
}

type Subscribed = Pick<SubscriptionRecord, 'items' | 'default_tax_rates'>

/** One invoice line per item for a whole period, or for `part` of it if the subscription ends earlier. */
export function periodLines(
  world: World,
  subscribed: Subscribed,
  period: Period,
  whole: Period,
): InvoiceLine[] {
  return subscribed.items.map((item) => {
    const price = priceOf(world, item.price)
    const isWhole = period.end === whole.end && period.start === whole.start
    const full = price.unit_amount * item.quantity
    const amount = isWhole ? full : share(full, period.end - period.start, whole.end - whole.start)
    return line({
      amount,
      description: `${item.quantity} × ${productName(world, price)} (at ${amountText(price)} / ${intervalText(price)})`,
      item,
      period,
      price,
      rates: ratesOf(world, item.tax_rates, subscribed.default_tax_rates),
      discounts: discountAmounts(world, item.discounts, amount, period.start),
      proration: !isWhole,
    })
  })
}

/** A trial is invoiced with lines of zero. */
export function trialLines(world: World, subscribed: Subscribed, period: Period): InvoiceLine[] {
  return subscribed.items.map((item) => {
    const price = priceOf(world, item.price)
    return line({
      amount: 0,
      description: `Trial period for ${productName(world, price)}`,
      item,
      period,
      price,
      rates: [],
      discounts: [],
      proration: false,
    })
  })
}

/**
 * The cost of changing items within a period: the old items' unused time is credited and the new items' remaining time
 * charged.
 */
export function prorationLines(
  world: World,
  before: Subscribed,
  after: Subscribed,
  now: number,
  current: Period,
): InvoiceLine[] {
  const rest = { start: now, end: current.end }
  const isSame = (one: SubscriptionItem) =>
    after.items.some(
      (other) => other.id === one.id && other.price === one.price && other.quantity === one.quantity,
    )
  const wasThere = (one: SubscriptionItem) =>
    before.items.some(
      (other) => other.id === one.id && other.price === one.price && other.quantity === one.quantity,
    )
  const credits = before.items
    .filter((item) => !isSame(item))
    .map((item) => prorated(world, before, item, rest, current, -1))
  const debits = after.items
    .filter((item) => !wasThere(item))
    .map((item) => prorated(world, after, item, rest, current, 1))
  return [...credits, ...debits]
}

/** Credits the unused time of all items. */
export function creditLines(
  world: World,
  subscribed: Subscribed,
  now: number,
  current: Period,
): InvoiceLine[] {
  return prorationLines(world, subscribed, { ...subscribed, items: [] }, now, current)
}

function prorated(
  world: World,
  subscribed: Subscribed,
  item: SubscriptionItem,
  rest: Period,
  current: Period,
  sign: 1 | -1,
): InvoiceLine {
  const price = priceOf(world, item.price)
  const full = price.unit_amount * item.quantity
  const amount = sign * share(full, rest.end - rest.start, current.end - current.start)
  const what = sign < 0 ? 'Unused time on' : 'Remaining time on'
  return line({
    amount,
    description: `${what} ${productName(world, price)}`,
    item,
    period: rest,
    price,
    rates: ratesOf(world, item.tax_rates, subscribed.default_tax_rates),
    discounts: [],
    proration: true,
  })
}

/** A line for an additional invoice item, which is charged only once. */
export function oneTimeLine(
  world: World,
  price: PriceRecord,
  added: {
    readonly quantity: number
    readonly taxRates: string[]
    readonly discounts: readonly string[]
    readonly metadata: Record<string, string>
    readonly period: Period
  },
): InvoiceLine {
  const { quantity, taxRates, discounts, metadata, period } = added
  const amount = price.unit_amount * quantity
  const made = line({
    amount,
    description: productName(world, price),
    item: undefined,
    period,
    price,
    rates: ratesOf(world, taxRates, []),
    discounts: discountAmounts(world, discounts, amount, period.start),
    proration: false,
  })
  return { ...made, quantity, metadata }
}

function line(content: {
  amount: number
  description: string
  item: SubscriptionItem | undefined
  period: Period
  price: PriceRecord
  rates: TaxRateRecord[]
  discounts: InvoiceLine['discounts']
  proration: boolean
}): InvoiceLine {
  return {
    id: newId('il'),
    amount: content.amount,
    description: content.description,
    metadata: content.item?.metadata ?? {},
    period: content.period,
    price: content.price.id,
    product: content.price.product,
    unit_amount: content.price.unit_amount,
    proration: content.proration,
    quantity: content.item?.quantity ?? 1,
    subscription_item: content.item?.id ?? null,
    discounts: content.discounts,
    taxes: lineTaxes(content.amount - discountOf(content), content.rates),
  }
}

/** The total of the discounts on a line. */
export function discountOf({ discounts }: Pick<InvoiceLine, 'discounts'>): number {
  return discounts.reduce((sum, { amount }) => sum + amount, 0)
}

/** An item's own tax rates or the subscription's. */
function ratesOf(world: World, own: string[], defaults: string[]): TaxRateRecord[] {
  return (own.length > 0 ? own : defaults)
    .map((id) => world.store.taxRates.get(id))
    .filter((rate) => rate !== undefined)
}

export function priceOf(world: World, id: string): PriceRecord {
  const price = world.store.prices.get(id)
  if (price === undefined) throw new Error(`The price ${id} is gone`)
  return price
}

function productName(world: World, price: PriceRecord): string {
  return world.store.products.get(price.product)?.name ?? price.product
}

function amountText(price: PriceRecord): string {
  return `${price.unit_amount} ${price.currency}`
}

function intervalText({ recurring }: PriceRecord): string {
  if (recurring === null) return 'once'
  return recurring.interval_count === 1
    ? recurring.interval
    : `${recurring.interval_count} ${recurring.interval}s`
}

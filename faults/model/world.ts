// The simple model: what sellers have created and buyers have done. It shares nothing with the product except the words
// on
// its pages. Amounts are in minor units, times in milliseconds.

export type Currency = 'usd' | 'jpy' | 'eur'

export type Bump = { readonly id: string; readonly currency: Currency; amount: number; isDeleted: boolean }
export type Offer = { readonly id: string; amount: number; isActive: boolean }
/** `hundredths` of a percent. */
export type Tax = {
  readonly id: string
  hundredths: number
  readonly isInclusive: boolean
  isActive: boolean
  isDeleted: boolean
}
/** With several prices, a timer changes the first one but redirects the buyers of all. */
export type Timer = {
  readonly at: number
  readonly amount: number
  readonly leads: boolean
  readonly of: Which | 'all'
}
/** Which of a form's prices: the first, or another that buyers can choose. */
export type Which = 'first' | 'further'
export type Cycle = {
  readonly period: 'Daily' | 'Weekly' | 'Monthly'
  readonly interval: number
  readonly payments: number
}

export type Form = {
  readonly id: string
  readonly seller: Seller
  readonly currency: Currency
  readonly cycle: Cycle | null
  amount: number
  /** The other price, or null if there is only one. */
  readonly further: { readonly id: string; amount: number } | null
  tax: Tax | null
  bumps: readonly Bump[]
  timers: readonly Timer[]
  offer: Offer | null
  sequence: readonly Bump[]
  readonly grace: number
  isDeleted: boolean
}

export type Seller = {
  readonly name: string
  readonly bumps: Bump[]
  readonly offer: Offer
  readonly taxes: Tax[]
  readonly forms: Form[]
  isBasic: boolean
}

export type Subscription = {
  readonly cycle: Cycle
  /** Each renewal's price. */
  readonly total: number
  readonly begunAt: number
  status: 'active' | 'past_due' | 'canceled'
  paid: number
  isBroken: boolean
  /** How many paid periods a canceled subscription still lasts, or null while it keeps renewing. */
  endsAfter: number | null
  /** When the unpaid renewal was first tried, or null if there is none. */
  unpaidSince: number | null
}

export type Shown = {
  readonly id: string
  readonly item: Bump | Offer
  readonly total: number
  state: 'waiting' | 'accepted' | 'over'
}

export type Purchase = {
  /** Empty for a new renewal. */
  id: string
  readonly secret: string
  readonly kind: 'order' | 'offer' | 'renewal'
  readonly form: Form
  readonly buyer: string
  readonly card: string
  readonly total: number
  /** The tax, or null for an earlier price, whose tax is not stored here. */
  readonly tax: number | null
  readonly createdAt: number
  readonly bumps: readonly Bump[]
  readonly order: Purchase | null
  /** The request that made the purchase, to repeat it. */
  readonly request: { readonly key: string; readonly body: object } | null
  status: 'paid' | 'requires_action' | 'failed' | 'canceled'
  clientSecret: string
  paidAt: number
  returned: number
  dispute: 'open' | 'won' | 'lost' | null
  subscription: Subscription | null
  readonly shown: Shown[]
}

/** What a buyer's page showed: every price of the form at that moment. */
export type Visit = {
  readonly form: Form
  readonly at: number
  readonly token: string
  readonly prices: string
}

export type World = {
  readonly sellers: readonly Seller[]
  readonly buyers: readonly string[]
  readonly purchases: Purchase[]
  readonly visits: Visit[]
}

export type Selling = Pick<Form, 'bumps' | 'timers' | 'offer' | 'sequence' | 'tax'>

/** The parts of a form on sale: neither deleted nor turned off, and only the bare form on the smallest plan. */
export function sellingOf(form: Form): Selling {
  if (form.seller.isBasic) return { bumps: [], timers: [], offer: null, sequence: [], tax: null }
  const exists = ({ isDeleted }: Bump): boolean => !isDeleted
  return {
    bumps: form.bumps.filter(exists),
    timers: form.timers,
    offer: form.offer?.isActive === true && form.currency === 'usd' ? form.offer : null,
    sequence: form.sequence.filter(exists),
    tax: form.tax !== null && form.tax.isActive && !form.tax.isDeleted ? form.tax : null,
  }
}

/** One of the form's prices: that of the timer that expired last, or else its amount. */
export function amountAt(form: Form, at: number, which: Which): number {
  const listed = which === 'first' ? form.amount : (form.further?.amount ?? 0)
  let [amount, since] = [listed, Number.NEGATIVE_INFINITY]
  for (const timer of sellingOf(form).timers) {
    if (timer.of !== which && !(timer.of === 'all' && which === 'first')) continue
    if (timer.at <= at && timer.amount > 0 && timer.at > since) [amount, since] = [timer.amount, timer.at]
  }
  return amount
}

/** Whether a timer has redirected the form's buyers. */
export function isOver(form: Form, at: number): boolean {
  return sellingOf(form).timers.some((timer) => timer.leads && timer.at <= at)
}

/** A line with its tax, rounded half up. */
export function taxed(amount: number, tax: Tax | null): { readonly total: number; readonly tax: number } {
  if (tax === null) return { total: amount, tax: 0 }
  const whole = tax.isInclusive ? 10_000 + tax.hundredths : 10_000
  const rest = (amount * tax.hundredths) % whole
  const units = (amount * tax.hundredths - rest) / whole + (rest * 2 >= whole ? 1 : 0)
  return { total: tax.isInclusive ? amount : amount + units, tax: units }
}

/** The price of a purchase if `amount` is the form's own price. */
export function priceOf(
  form: Form,
  amount: number,
  bumps: readonly Bump[],
): { readonly total: number; readonly tax: number } {
  const { tax } = sellingOf(form)
  const lines = [amount, ...bumps.map((bump) => bump.amount)].map((line) => taxed(line, tax))
  return {
    total: lines.reduce((sum, line) => sum + line.total, 0),
    tax: lines.reduce((sum, line) => sum + line.tax, 0),
  }
}

/** Every price of a form at a moment, to detect the seller's later changes. */
export function pricesAt(form: Form, at: number): string {
  const { tax, bumps } = sellingOf(form)
  const rate = tax === null ? null : [tax.hundredths, tax.isInclusive]
  const amounts = [amountAt(form, at, 'first'), amountAt(form, at, 'further')]
  return JSON.stringify([amounts, rate, bumps.map((bump) => [bump.id, bump.amount]), form.cycle])
}

const minute = 60_000

/**
 * One of the form's prices for a buyer who now pays what a visit showed them, or the reason why that is no longer
 * possible. A promise ends when a timer redirects buyers, or at the last moment since which the price has been higher
 * than shown.
 */
export function promised(visit: Visit, now: number, which: Which): number | 'changed' | 'over' {
  const { form, at } = visit
  const refusal = isOver(form, now) ? 'over' : 'changed'
  const isChanged = pricesAt(form, at) !== visit.prices
  if (now - at > 120 * minute || isChanged || isOver(form, at)) return refusal
  const shown = amountAt(form, at, which)
  const due = sellingOf(form)
    .timers.filter((timer) => timer.at > at && timer.at <= now)
    .map((timer) => timer.at)
  const ends = due.filter(
    (end) => isOver(form, end) || due.every((later) => later < end || amountAt(form, later, which) > shown),
  )
  const end = Math.min(...ends)
  if (now > end + form.grace * minute) return refusal
  return Math.min(shown, amountAt(form, now, which))
}

/** When this many cycles of a subscription have passed. */
export function cycleEnd({ cycle, begunAt }: Subscription, count: number): number {
  const days = { Daily: 1, Weekly: 7, Monthly: 0 }[cycle.period] * cycle.interval * count
  if (days > 0) return begunAt + days * 24 * 60 * minute
  const begun = new Date(begunAt)
  const months = begun.getUTCMonth() + cycle.interval * count
  const moved = new Date(begunAt)
  moved.setUTCDate(1)
  moved.setUTCMonth(months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(begun.getUTCDate(), lastDay))
  return moved.getTime()
}

export function isPaid({ status }: Purchase): boolean {
  return status === 'paid'
}

/** The amount that can still be refunded. */
export function returnable({ status, total, returned, dispute }: Purchase): number {
  return status !== 'paid' || dispute === 'open' || dispute === 'lost' ? 0 : total - returned
}

import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { CouponRefused } from '#payments/coupons/errors.ts'
import type { Services } from '#registry/services.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import { Failure, InvalidFields } from '#foundation/failures/failure.ts'
import {
  amountAt,
  type FormPrice,
  type PricedForm,
  priceToday,
  type TimedForm,
} from '#payments/pricing/price-purchase.ts'
import { notPayableNow } from '#payments/purchases/errors.ts'
import {
  firstPriceId,
  isSoldOut,
  leastAt,
  namedProblem,
  openOf,
  quantitiesOf,
  soldAt,
  soldFor,
  soldTimes,
  withPrices,
} from '#payments/pricing/sold-form.ts'
import { FewerLeft, SoldOut } from '#payments/stock/errors.ts'
import type { OrderedStock } from '#payments/stock/stock.ts'
import type { Holder } from '#payments/coupons/holder.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import type { Quote } from '#buying/checkout/contract.ts'
import type { Database } from '#foundation/db/schema.ts'
import { FormDeleted, FormNotPayable, FormPaused } from '../errors.ts'
import { loadForm, type StoredForm } from '../store.ts'

export type PayableForm = StoredForm & {
  readonly stripeAccountId: string
  readonly pricing: TimedForm
  readonly taxTitle: string | null
}

/** What buyers read of a shop that the platform has suspended; why is the seller's business. */
const suspendedNow = 'This shop cannot take orders at the moment. Please come back later.'
const suspendedMeanwhile = 'This shop cannot take orders at the moment. You have not been charged.'

/** What buyers read of a paused form whose seller says nothing themselves. */
const pausedNow = 'Sales are paused for now. Please come back later.'

/** What buyers read of a form whose stock is gone; who has taken the last of it still sees how their payment stands. */
const soldOutNow = 'Sold out. If more becomes available, you can buy it on this page.'

export const noSuchPrice = 'This price is no longer offered'

/** A stored form that can be sold now, with what its price depends on; throws why it cannot be otherwise. */
export function checkPayable(form: StoredForm): PayableForm {
  if (form.deletedAt !== null) throw new FormDeleted()
  if (form.isSuspended) throw new FormNotPayable(suspendedMeanwhile)
  if (form.isPaused) throw new FormPaused()
  const { stripeAccountId } = form
  if (stripeAccountId === null || unpayable(form) !== null) throw new FormNotPayable(notPayableNow)
  return { ...form, stripeAccountId, pricing: pricingOf(form), taxTitle: form.tax?.title ?? null }
}

/** Why the form cannot be bought at the moment, in words for buyers, or null. */
export function unavailability(form: StoredForm): string | null {
  return unpayable(form) ?? (isSoldOut(form) ? soldOutNow : null)
}

function unpayable(form: StoredForm): string | null {
  if (form.isSuspended) return suspendedNow
  if (form.isPaused) return form.pauseMessage ?? pausedNow
  const canCharge =
    form.stripeAccountId !== null && form.onboardingStatus === 'completed' && form.sellerPlan !== null
  return canCharge ? null : notPayableNow
}

/** A form at its first price, with those that buyers can choose in its place. */
export function pricingOf(form: StoredForm): TimedForm {
  const { title, amount, currency, tax, bumps, timers, priceGracePeriod, prices } = form
  const recurrence = recurrenceOf(form)
  const others = prices
    .filter(({ state }) => state !== 'retired')
    .map((price) => {
      const { id, label, state, isDefault } = price
      const recurs = { amount: price.amount, recurrence: recurrenceOf(price), ...openOf(price) }
      return { id, label, ...recurs, isDefault, isHidden: state === 'hidden' }
    })
  const own = { title, amount, currency, recurrence, tax, bumps, timers, priceGracePeriod }
  const alone = { ...own, ...openOf(form), ...quantitiesOf(form) }
  return withPrices(alone, { id: firstPriceId(form), label: form.priceLabel }, others)
}

/** The form as it is sold at a price, its first one where none is named; undefined where that is not to be had. */
export function atPrice(form: PayableForm, named: string | undefined): PayableForm | undefined {
  const first = firstPriceId(form)
  const id = named ?? first
  if (form.pricing.prices === undefined) return id === first ? form : undefined
  const pricing = soldAt(form.pricing, id)
  return pricing && { ...form, pricing }
}

/** The form as it is sold to who names an amount for one, in minor units; at the least where none is named. */
export function ofNamed(form: PayableForm, named: number | undefined): PayableForm {
  return named === undefined ? form : { ...form, pricing: soldFor(form.pricing, named) }
}

/** Refuses an amount that could not be named at an instant (milliseconds): nobody pays another one than they named. */
export function checkNamed({ pricing }: PayableForm, named: number | undefined, instant: number): void {
  if (named === undefined) return
  const { currency, listed = pricing } = pricing
  const least = leastAt(pricing, instant)
  const text = (minor: number) => formatAmount(minor, currency)
  const problem =
    listed.open !== undefined
      ? namedProblem(named, least, currencyOf(currency), text)
      : named === least
        ? null
        : `The price is ${text(least)}.`
  if (problem !== null) throw new InvalidFields({ amount: problem })
}

/** The form as so many of it are sold, the fewest that can be bought where no number is named. */
export function ofQuantity(form: PayableForm, given: number | undefined): PayableForm {
  const { quantityMin: min, quantityMax: max } = form
  const quantity = given ?? min
  if (quantity < min || quantity > max) throw new InvalidFields({ quantity: quantityRange(min, max) })
  return { ...form, pricing: soldTimes(form.pricing, quantity) }
}

/** Throws `SoldOut` or `FewerLeft` where too few of a form are left. */
export function checkStock({ stock, quantityMin, pricing: { quantity = 1 } }: PayableForm): void {
  if (stock === null) return
  if (isSoldOut({ stock, quantityMin })) throw new SoldOut()
  if (stock.left < quantity) throw new FewerLeft(stock.left)
}

/** What an order of a holder takes of its form's stock; null: there is no limit. */
export function orderedStock(
  { stock, pricing: { quantity = 1 } }: PayableForm,
  holder: Holder,
): OrderedStock | null {
  return stock && { stockId: stock.id, quantity, holder }
}

function quantityRange(min: number, max: number): string {
  return min === max ? `Only ${max} can be bought at once` : `Choose a number from ${min} to ${max}`
}

/** A quote is good for this long, in milliseconds. */
export const quoteLifetime = 2 * 60 * 60 * 1000

type QuotedForm = PricedForm & Pick<TimedForm, 'prices' | 'listed' | 'open'>

/**
 * A signed quote: when it was given and what every price of the form was then. It holds for any choice of a price and
 * of bumps, for any number of what is sold and for any amount that a buyer names, because it covers each of the form's prices as listed, its tax and each
 * bump's price. Who pays may add a part of their own after another
 * dot, so that a quote which several were shown is one of a kind for each of them.
 */
export function issueQuote(
  secret: string,
  formId: string,
  form: QuotedForm,
  chosenBumps: ReadonlySet<string>,
  instant: number,
): Quote {
  const id = randomBytes(12).toString('base64url')
  const claim = `${instant}.${pricesDigest(formId, form, instant)}.${id}`
  return {
    token: `${claim}.${signatureOf(secret, textOf(claim))}`,
    price: priceToday(form, chosenBumps, instant),
    issuedAt: instant,
  }
}

/**
 * When the prices of a quote were shown, in milliseconds: undefined when the quote is forged, too old or for another
 * form, or when the seller has changed since what the form cost at that time.
 */
export function readQuote(
  secret: string,
  token: string,
  formId: string,
  form: QuotedForm,
  instant: number,
): number | undefined {
  const [claimed = '', digest = '', id = '', signed = '', visit] = token.split('.')
  const issuedAt = Number(claimed)
  const age = instant - issuedAt
  const isGood =
    isSignature(secret, textOf(`${claimed}.${digest}.${id}`), signed) &&
    age >= 0 &&
    age <= quoteLifetime &&
    (visit === undefined || /^[\w-]{16,64}$/.test(visit)) &&
    digest === pricesDigest(formId, form, issuedAt)
  return isGood ? issuedAt : undefined
}

/** What tells a quote that was found good from every other. */
export function quoteIdOf(token: string): string | null {
  const [, , id, , visit] = token.split('.')
  return id === undefined || visit === undefined ? (id ?? null) : `${id}.${visit}`
}

/**
 * Whoever is refused a coupon on the way, or as many as they wanted, is told what the same costs now; `form` is what quotes
 * are of, with its trial also for who begins without one.
 */
export async function withPrice<T>(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  form: PayableForm,
  chosen: ReadonlySet<string>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CouponRefused || error instanceof FewerLeft)) throw error
    const quote = issueQuote(config.authSecret, form.id, form.pricing, chosen, clock.now().getTime())
    throw error instanceof FewerLeft
      ? new FewerLeft(error.left, quote)
      : new CouponRefused(error.reason, quote)
  }
}

function pricesDigest(formId: string, { listed, ...sold }: QuotedForm, instant: number): string {
  const form: QuotedForm = listed ?? sold
  const prices = {
    formId,
    currency: form.currency,
    amount: amountAt(form, instant),
    // The name stays: pages that are open while the product is updated hold a quote with it.
    plan: recurrenceDigest(form),
    tax: form.tax === null ? null : [form.tax.percentage, form.tax.inclusive],
    bumps: form.bumps.map(({ id, amount }) => [id, amount]),
    ...openDigest(form),
    ...(form.prices === undefined ? {} : pricesOf(form.prices, instant)),
  }
  return createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, 22)
}

/** Whichever of them is chosen, a quote of several prices is the same. */
function pricesOf(prices: readonly FormPrice[], instant: number) {
  const each = prices.map((price) => [
    price.id,
    amountAt(price, instant),
    recurrenceDigest(price),
    ...Object.keys(openDigest(price)),
  ])
  return { amount: null, plan: null, open: undefined, prices: each }
}

/** Of a price that its buyers name, the quote has the least. */
function openDigest({ open }: Pick<TimedForm, 'open'>): { readonly open?: true } {
  return open === undefined ? {} : { open: true }
}

function recurrenceDigest({ recurrence }: Pick<PricedForm, 'recurrence'>) {
  if (recurrence === null) return null
  const { billingInterval, billingPeriod, cancelAfter, start, payoffDiscount } = recurrence
  const terms = start === undefined && payoffDiscount === undefined ? [] : [{ start, payoffDiscount }]
  return [billingInterval, billingPeriod, cancelAfter, ...terms]
}

function textOf(claim: string): string {
  return `quote:${claim}`
}

/** A form that can be sold now; undefined where it is gone, paused or cannot be paid. */
export async function findSellable(db: Kysely<Database>, id: string): Promise<PayableForm | undefined> {
  const form = await loadForm(db, id)
  try {
    return form && checkPayable(form)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

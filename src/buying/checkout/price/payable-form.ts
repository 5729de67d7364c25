import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { CouponRefused } from '#payments/coupons/errors.ts'
import type { Services } from '#registry/services.ts'
import { currentLanguage, msg, say, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
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
import { pickFields } from '#foundation/values/pick-fields.ts'
import type { Database } from '#foundation/db/schema.ts'
import { FormDeleted, FormNotPayable, FormPaused } from '../errors.ts'
import { loadForm, type StoredForm } from '../store.ts'

export type PayableForm = StoredForm & {
  readonly stripeAccountId: string
  readonly pricing: TimedForm
  readonly taxTitle: string | null
}

/** Shown for a shop that the platform has suspended; the reason is the seller's business. */
const suspendedNow = msg('This shop is not taking orders right now. Please come back later.')
const suspendedMeanwhile = msg('This shop is not taking orders right now. You have not been charged.')

const pausedNow = msg('Sales are paused for now. Please come back later.')

/** Shown for a form out of stock. The buyer of the last item still sees the status of their payment. */
const soldOutNow = msg('Check back later in case more becomes available.')

export const noSuchPrice = () => t('This price is no longer available')

/** A stored form that can be sold now, with everything its price depends on; throws the reason if it cannot. */
export function checkPayable(form: StoredForm): PayableForm {
  if (form.deletedAt !== null) throw new FormDeleted()
  if (form.isSuspended) throw new FormNotPayable(suspendedMeanwhile)
  if (form.isPaused) throw new FormPaused()
  const { stripeAccountId } = form
  if (stripeAccountId === null || unpayable(form) !== null) throw new FormNotPayable(notPayableNow)
  return { ...form, stripeAccountId, pricing: pricingOf(form), taxTitle: form.tax?.title ?? null }
}

/** The reason why the form cannot be bought right now, in words for buyers, or null. */
export function unavailability(form: StoredForm): { readonly title: string; readonly text: string } | null {
  const text = unpayable(form)
  if (text !== null) return { title: t('Not available right now'), text }
  return isSoldOut(form) ? { title: t('Sold out'), text: say(soldOutNow) } : null
}

function unpayable(form: StoredForm): string | null {
  if (form.isSuspended) return say(suspendedNow)
  if (form.isPaused) return form.pauseMessage ?? say(pausedNow)
  const canCharge =
    form.stripeAccountId !== null && form.onboardingStatus === 'completed' && form.sellerPlan !== null
  return canCharge ? null : say(notPayableNow)
}

/** A form at its first price, with the other prices that buyers can choose. */
export function pricingOf(form: StoredForm): TimedForm {
  const { title, amount, currency, priceGracePeriod, prices } = form
  const tax = form.tax && pickFields(form.tax, ['percentage', 'inclusive'])
  const timers = form.timers.map((timer) => ({
    ...pickFields(timer, ['title', 'expiresAt', 'amount', 'redirectUrl', 'priceId']),
    ...(timer.translated && { isTranslated: true as const }),
  }))
  const bumps = form.bumps.map((bump) => ({ id: bump.id, title: bump.title, amount: bump.amount }))
  const recurrence = recurrenceOf(form)
  const others = prices
    .filter(({ state }) => state !== 'retired')
    .map((price) => {
      const { id, label, state, isDefault, translated } = price
      const recurs = { amount: price.amount, recurrence: recurrenceOf(price), ...openOf(price) }
      const said = { label, ...(translated?.includes('label') && { isTranslated: true as const }) }
      return { id, ...said, ...recurs, isDefault, isHidden: state === 'hidden' }
    })
  const own = { title, amount, currency, recurrence, tax, bumps, timers, priceGracePeriod }
  const alone = { ...own, ...openOf(form), ...quantitiesOf(form) }
  const isTranslated = form.translated?.includes('priceLabel')
  const first = { id: firstPriceId(form), label: form.priceLabel, ...(isTranslated && { isTranslated }) }
  return withPrices(alone, first, others)
}

/** The form at a price, by default its first; undefined if that price is not available. */
export function atPrice(form: PayableForm, named: string | undefined): PayableForm | undefined {
  const first = firstPriceId(form)
  const id = named ?? first
  if (form.pricing.prices === undefined) return id === first ? form : undefined
  const pricing = soldAt(form.pricing, id)
  return pricing && { ...form, pricing }
}

/** The form for a buyer who enters an amount for one unit, in minor units; the minimum by default. */
export function ofNamed(form: PayableForm, named: number | undefined): PayableForm {
  return named === undefined ? form : { ...form, pricing: soldFor(form.pricing, named) }
}

/**
 * Rejects an amount that could not be entered at an instant (milliseconds), since buyers pay exactly what they entered.
 */
export function checkNamed({ pricing }: PayableForm, named: number | undefined, instant: number): void {
  if (named === undefined) return
  const { currency, listed = pricing } = pricing
  const least = leastAt(pricing, instant)
  const text = (minor: number) => formatAmount(minor, currency, formatsOf(currentLanguage()))
  const problem =
    listed.open !== undefined
      ? namedProblem(named, least, currencyOf(currency), text)
      : named === least
        ? null
        : t('The price is {price}.', { price: text(least) })
  if (problem !== null) throw new InvalidFields({ amount: problem })
}

/** The form for a quantity, by default the minimum. */
export function ofQuantity(form: PayableForm, given: number | undefined): PayableForm {
  const { quantityMin: min, quantityMax: max } = form
  const quantity = given ?? min
  if (quantity < min || quantity > max) throw new InvalidFields({ quantity: quantityRange(min, max) })
  return { ...form, pricing: soldTimes(form.pricing, quantity) }
}

/** Throws `SoldOut` or `FewerLeft` if too few are left. */
export function checkStock({ stock, quantityMin, pricing: { quantity = 1 } }: PayableForm): void {
  if (stock === null) return
  if (isSoldOut({ stock, quantityMin })) throw new SoldOut()
  if (stock.left < quantity) throw new FewerLeft(stock.left)
}

/** The part of a form's stock that a holder's order takes, or null without a limit. */
export function orderedStock(
  { stock, pricing: { quantity = 1 } }: PayableForm,
  holder: Holder,
): OrderedStock | null {
  return stock && { stockId: stock.id, quantity, holder }
}

function quantityRange(min: number, max: number): string {
  return min === max
    ? t('You can only buy {max} at a time', { max })
    : t('Choose a number from {min} to {max}', { min, max })
}

/** How long a quote is valid, in milliseconds. */
export const quoteLifetime = 2 * 60 * 60 * 1000

/** A form and the version of it that the page shows; null: from before there were versions. */
type Quoted = { readonly id: string; readonly version: number | null }

type QuotedForm = PricedForm & Pick<TimedForm, 'prices' | 'listed' | 'open'>

/**
 * A signed quote: its time, and every price of the form at that time. It covers each price as listed, its tax and each
 * bump's price, and is therefore valid for any choice of price, bumps, quantity and entered amount. Its id ends with
 * the form's version. Buyers can append a part of their own after another dot, so that a quote shown to several is
 * unique for each.
 */
export function issueQuote(
  secret: string,
  { id: formId, version }: Quoted,
  form: QuotedForm,
  chosenBumps: ReadonlySet<string>,
  instant: number,
): Quote {
  const id = `${randomBytes(12).toString('base64url')}${version === null ? '' : `~${version}`}`
  const claim = `${instant}.${pricesDigest(formId, form, instant)}.${id}`
  return {
    token: `${claim}.${signatureOf(secret, textOf(claim))}`,
    price: priceToday(form, chosenBumps, instant),
    issuedAt: instant,
  }
}

/**
 * When the prices of a quote were shown, in milliseconds, and on which version of the form; undefined when the quote is forged, too old or for another
 * form, or when the seller has since changed what the form cost at that time.
 */
export function readQuote(
  secret: string,
  token: string,
  formId: string,
  form: QuotedForm,
  instant: number,
): { readonly issuedAt: number; readonly version: number | null } | undefined {
  const [claimed = '', digest = '', id = '', signed = '', visit] = token.split('.')
  const issuedAt = Number(claimed)
  const age = instant - issuedAt
  const isGood =
    isSignature(secret, textOf(`${claimed}.${digest}.${id}`), signed) &&
    age >= 0 &&
    age <= quoteLifetime &&
    (visit === undefined || /^[\w-]{16,64}$/.test(visit)) &&
    digest === pricesDigest(formId, form, issuedAt)
  const [, version] = id.split('~')
  return isGood ? { issuedAt, version: version === undefined ? null : Number(version) } : undefined
}

/** A verified quote's id. */
export function quoteIdOf(token: string): string | null {
  const [, , id, , visit] = token.split('.')
  return id === undefined || visit === undefined ? (id ?? null) : `${id}.${visit}`
}

/**
 * Adds a new quote to the error about a coupon or a quantity; `form` is the one that quotes are based on, with its
 * trial even for a buyer who starts without one.
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
    const quote = issueQuote(config.authSecret, form, form.pricing, chosen, clock.now().getTime())
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
    // Pages that are open during an update have a quote with this name.
    plan: recurrenceDigest(form),
    tax: form.tax === null ? null : [form.tax.percentage, form.tax.inclusive],
    bumps: form.bumps.map(({ id, amount }) => [id, amount]),
    ...openDigest(form),
    ...(form.prices === undefined ? {} : pricesOf(form.prices, instant)),
  }
  return createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, 22)
}

/** A quote of several prices is the same for each of them. */
function pricesOf(prices: readonly FormPrice[], instant: number) {
  const each = prices.map((price) => [
    price.id,
    amountAt(price, instant),
    recurrenceDigest(price),
    ...Object.keys(openDigest(price)),
  ])
  return { amount: null, plan: null, open: undefined, prices: each }
}

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

/** A form that can be sold now; undefined if it is gone, paused or cannot be paid. */
export async function findSellable(db: Kysely<Database>, id: string): Promise<PayableForm | undefined> {
  const form = await loadForm(db, id)
  try {
    return form && checkPayable(form)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

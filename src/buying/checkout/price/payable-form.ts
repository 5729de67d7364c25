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
  type TimedForm,
} from '#payments/pricing/price-purchase.ts'
import { termsIn, withBumpTerms, withOfferedBumps } from '#payments/pricing/offered-bumps.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import { type SaleTax, type TaxedBuyer, taxFor, unknownBuyer } from '#payments/pricing/tax-for.ts'
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
  /** Its tax for `buyer`. */
  readonly sale: SaleTax
  readonly buyer: TaxedBuyer
}

/** Shown when the platform has suspended the shop. Buyers do not learn why. */
const suspendedNow = msg('This shop is not taking orders right now. Please come back later.')
const suspendedMeanwhile = msg('This shop is not taking orders right now. You have not been charged.')

const pausedNow = msg('Sales are paused for now. Please come back later.')

/** Shown when the form is out of stock. The buyer of the last item still sees the status of their payment. */
const soldOutNow = msg('Check back later in case more becomes available.')

export const noSuchPrice = () => t('This price is no longer available')

/**
 * A stored form that is for sale now, with everything that decides its price, and with the buyer's tax. Throws the
 * reason if it cannot be sold.
 */
export function checkPayable(form: StoredForm, buyer: TaxedBuyer = unknownBuyer): PayableForm {
  if (form.deletedAt !== null) throw new FormDeleted()
  if (form.isSuspended) throw new FormNotPayable(suspendedMeanwhile)
  if (form.isPaused) throw new FormPaused()
  const { stripeAccountId } = form
  if (stripeAccountId === null || unpayable(form) !== null) throw new FormNotPayable(notPayableNow)
  const sale = taxFor(form, buyer)
  return { ...form, stripeAccountId, pricing: pricingOf(form, sale), sale, buyer }
}

/** The reason why the form cannot be bought right now, as text for buyers, or null if it can. */
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

/** A form at its first price, with its other public prices and its tax. */
export function pricingOf(form: StoredForm, sale: SaleTax): TimedForm {
  const { title, amount, currency, priceGracePeriod, prices } = form
  const tax = sale.tax && pickFields(sale.tax, ['percentage', 'inclusive'])
  const timers = form.timers.map((timer) => ({
    ...pickFields(timer, ['title', 'expiresAt', 'amount', 'redirectUrl', 'priceId']),
    ...(timer.translated && { isTranslated: true as const }),
  }))
  const bumps = form.bumps.map((bump) => ({
    id: bump.id,
    title: bump.title,
    amount: bump.amount,
    ...termsIn(bump),
  }))
  const recurrence = recurrenceOf(form)
  const others = prices
    .filter(({ state }) => state !== 'retired')
    .map((price) => {
      const { id, label, state, isDefault, translated } = price
      const recurs = { amount: price.amount, recurrence: recurrenceOf(price), ...openOf(price) }
      const said = { label, ...(translated?.includes('label') && { isTranslated: true as const }) }
      return { id, ...said, ...recurs, isDefault, isHidden: state === 'hidden' }
    })
  const own = {
    title,
    amount,
    currency,
    recurrence,
    tax,
    bumps,
    timers,
    priceGracePeriod,
    ...withoutIn(sale),
  }
  const alone = { ...own, ...openOf(form), ...quantitiesOf(form) }
  const isTranslated = form.translated?.includes('priceLabel')
  const first = { id: firstPriceId(form), label: form.priceLabel, ...(isTranslated && { isTranslated }) }
  return withBumpTerms(withPrices(alone, first, others), first.id)
}

/** Leaves the field out instead of setting it to undefined, which makes the page's data smaller. */
function withoutIn({ without }: SaleTax): Pick<TimedForm, 'without'> {
  return without === undefined ? {} : { without }
}

/** The form at one of its prices, by default the first, or undefined if that price is not available. */
export function atPrice(form: PayableForm, named: string | undefined): PayableForm | undefined {
  const first = firstPriceId(form)
  const id = named ?? first
  if (form.pricing.prices === undefined) return id === first ? form : undefined
  const pricing = soldAt(form.pricing, id)
  return pricing && { ...form, pricing }
}

/** The form with the amount that a buyer enters for one unit, in minor units. By default the minimum. */
export function ofNamed(form: PayableForm, named: number | undefined): PayableForm {
  return named === undefined ? form : { ...form, pricing: soldFor(form.pricing, named) }
}

/**
 * Rejects an amount that could not be entered at the given time (milliseconds), because buyers pay exactly
 * what they enter.
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

/** The form with a quantity, by default the minimum, and the bumps that it then offers. */
export function ofQuantity(form: PayableForm, given: number | undefined): PayableForm {
  const { quantityMin: min, quantityMax: max } = form
  const quantity = given ?? min
  if (quantity < min || quantity > max) throw new InvalidFields({ quantity: quantityRange(min, max) })
  return { ...form, pricing: withOfferedBumps(soldTimes(form.pricing, quantity)) }
}

/** Throws `SoldOut` or `FewerLeft` if too few items are left. */
export function checkStock({ stock, quantityMin, pricing: { quantity = 1 } }: PayableForm): void {
  if (stock === null) return
  if (isSoldOut({ stock, quantityMin })) throw new SoldOut()
  if (stock.left < quantity) throw new FewerLeft(stock.left)
}

/** The items in stock that an order takes, or null if the form's stock has no limit. */
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

/**
 * A form, and the version of it that the page shows. The version is null for forms from before versions were stored.
 */
type Quoted = { readonly id: string; readonly version: number | null }

type QuotedForm = PricedForm & Pick<TimedForm, 'prices' | 'listed' | 'open'>

/**
 * A signed quote: its time, and every price of the form at that time. It covers each list price, its tax and
 * each bump's price, and is therefore valid for any choice of price, bumps, quantity and entered amount. Its
 * id ends with the form's version. Buyers can append a part of their own after another dot, so that a quote
 * sent to several visitors is unique for each.
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
 * When the prices of a quote were shown, in milliseconds, and for which version of the form. Undefined if the
 * quote is forged, too old or for another form, or if the seller has since changed the form's price at that
 * time.
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
 * Adds a new quote to an error about a coupon or a quantity. `form` is the one that quotes are based on,
 * which includes the trial even for a buyer who starts without one.
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
    // Pages that were opened before an update still have a quote with this name.
    plan: recurrenceDigest(form),
    tax: form.tax === null ? null : [form.tax.percentage, form.tax.inclusive],
    ...(form.without !== undefined && { without: form.without.percentage }),
    bumps: form.bumps.map(({ id, amount }) => [id, amount]),
    ...openDigest(form),
    ...(form.prices === undefined ? {} : pricesOf(form.prices, instant)),
  }
  return createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, 22)
}

/** A quote for several prices is the same for each of them. */
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

/** Finds a form that is for sale now. Undefined if it was deleted, is paused or cannot accept payments. */
export async function findSellable(db: Kysely<Database>, id: string): Promise<PayableForm | undefined> {
  const form = await loadForm(db, id)
  try {
    return form && checkPayable(form)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

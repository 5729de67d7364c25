import { discountBy, type Coupon } from '#payments/pricing/discount.ts'
import { laterPayments, type LaterPayments } from '#payments/pricing/recurrence.ts'
import { applicationFeeOf, feeBasisPointsOf } from '#accounts/billing/application-fee.ts'
import { emailKeyOf, formerEmailKeyOf, type Holder } from '#payments/coupons/holder.ts'
import { taxColumnsOf } from '#payments/pricing/tax-for.ts'
import { timesTitle } from '#payments/pricing/sold-form.ts'
import type { Order } from '#payments/purchases/charge/charge-purchase.ts'
import type { OrderLine } from '#payments/purchases/purchase.ts'
import { askedConsent, type AskedConsent } from '#buying/consumer-law/asked-consent.ts'
import { currentLanguage, inLanguage, t } from '#foundation/language/t.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { PricedForm } from '#payments/pricing/price-purchase.ts'
import { priceToday, withoutTrial } from '#payments/pricing/price-today.ts'
import { closingTimer, priceInstant } from '#payments/pricing/timers.ts'
import type { PayFormBody } from '../contract.ts'
import { OfferEnded, QuoteChanged } from '../errors.ts'
import { findCode, type FoundCoupon } from '../coupon/find-code.ts'
import type { StoredForm } from '../store.ts'
import {
  atPrice,
  checkNamed,
  checkPayable,
  noSuchPrice,
  ofNamed,
  ofQuantity,
  orderedStock,
  type PayableForm,
  issueQuote,
  quoteLifetime,
  readQuote,
  withPrice,
} from './payable-form.ts'

/** Everything that an order charges. */
export type Charges = {
  /** Due today. */
  readonly price: Price
  /** Due after today. */
  readonly later: LaterPayments | null
  /** Whether nothing is due, either today or later. */
  readonly isFree: boolean
}

/** The items that a buyer orders, and their price. */
export type PricedOrder = Charges & {
  readonly now: Date
  /**
   * The form as it is sold to this buyer: at the chosen or entered price, in the quantity ordered, with or
   * without its trial.
   */
  readonly form: PayableForm
  /** The same form with its trial, even for a buyer who starts without one, because quotes are based on it. */
  readonly quoted: PayableForm
  /** The ids of the bumps bought with the form. */
  readonly chosen: ReadonlySet<string>
  readonly coupon: FoundCoupon | undefined
  /** When the buyer's page was made, in milliseconds, and the amount due today according to that page. */
  readonly shown: { readonly at: number; readonly price: Price }
  /** The version of the form that the buyer's page showed. */
  readonly formVersion: number | null
  /** The consents that the buyer's page asked for. */
  readonly asked: AskedConsent | null
}

type PricingServices = Pick<Services, 'db' | 'limiter' | 'config' | 'clock'>

/**
 * Checks the items and the price of an order against the stored form at the server's time. Throws if buyer
 * and seller do not agree: a choice or its price is no longer available, or the page showed another total.
 */
export async function priceOrder(
  services: PricingServices,
  payable: PayableForm,
  body: PayFormBody,
  network: string,
): Promise<PricedOrder> {
  const quoted = chosenPrice(payable, body, services)
  const form = body.withoutTrial ? { ...quoted, pricing: withoutTrial(quoted.pricing) } : quoted
  const chosen = chosenBumps(quoted, body, services)
  const { coupon: code, couponPromise: promise, proof } = body
  const coupon =
    code === undefined
      ? undefined
      : await withPrice(services, quoted, chosen, async () =>
          findCode(services, form, { code, promise, proof }, network),
        )
  // Reads the time only after everything it waits for, so that buyers benefit from a timer that lowers the price while
  // a code is looked up.
  const now = services.clock.now()
  const instant = now.getTime()
  const { authSecret } = services.config
  const { shownAt, pricedAt, formVersion } = priceInstants(quoted, chosen, body.quote, authSecret, instant)
  checkNamed(form, body.amount, pricedAt)
  const chargesAt = (at: number) => chargesOf(form.pricing, chosen, at, coupon?.coupon)
  const charges = chargesAt(pricedAt)
  const { price, isFree } = charges
  checkDue(quoted, price, chosen, body, authSecret, instant)
  return {
    now,
    form,
    quoted,
    chosen,
    coupon,
    ...charges,
    formVersion,
    shown: { at: shownAt, price: shownAt === pricedAt ? price : chargesAt(shownAt).price },
    // Offers after a free order rely on the consent given for that order. Businesses have no right of withdrawal.
    asked: (isFree && !form.hasOffers) || form.buyer.isVerified ? null : askedConsent(form),
  }
}

/** The charges of an order at the prices of a given time (milliseconds). */
export function chargesOf(
  form: PricedForm,
  bumps: ReadonlySet<string>,
  instant: number,
  coupon: Coupon | undefined,
): Charges {
  const price = priceToday(form, bumps, instant, coupon && discountBy(coupon, form.currency))
  const later = laterPayments(form, price, coupon?.cycles)
  return { price, later, isFree: price.total === 0 && later === null }
}

/**
 * The form at the chosen or entered price, in the chosen quantity. If the price no longer exists, the buyer
 * sees the remaining ones.
 */
function chosenPrice(
  form: PayableForm,
  { price, amount, quantity, bumps, quote }: PayFormBody,
  { config, clock }: Pick<PricingServices, 'config' | 'clock'>,
): PayableForm {
  const chosen = atPrice(form, price)
  if (chosen !== undefined) return ofQuantity(ofNamed(chosen, amount), quantity)
  if (quote === undefined) throw new InvalidFields({ price: noSuchPrice() })
  const instant = clock.now().getTime()
  throw new QuoteChanged(issueQuote(config.authSecret, form, form.pricing, new Set(bumps), instant), 'price')
}

/** If a bump no longer exists, the buyer sees the order's price without it. */
function chosenBumps(
  form: PayableForm,
  { bumps, quote }: PayFormBody,
  { config, clock }: Pick<PricingServices, 'config' | 'clock'>,
): ReadonlySet<string> {
  const offered = new Set(form.pricing.bumps.map(({ id }) => id))
  const chosen = new Set(bumps.filter((id) => offered.has(id)))
  if (bumps.every((id) => chosen.has(id))) return chosen
  if (quote === undefined) {
    throw new InvalidFields({ bumps: t('This order bump is no longer part of the form') })
  }
  const instant = clock.now().getTime()
  throw new QuoteChanged(issueQuote(config.authSecret, form, form.pricing, chosen, instant), 'bump')
}

/** Shows the new total to buyers whose page showed another one, because older pages did not include the set-up fee. */
function checkDue(
  form: PayableForm,
  price: Price,
  chosen: ReadonlySet<string>,
  { quote, due }: PayFormBody,
  authSecret: string,
  instant: number,
): void {
  if (quote === undefined || form.pricing.recurrence?.start === undefined || due === price.total) return
  throw new QuoteChanged(issueQuote(authSecret, form, form.pricing, chosen, instant))
}

/** When a buyer saw the price, for which version of the form, and the time whose price they pay, in milliseconds. */
type PriceInstants = Pick<PricedOrder, 'formVersion'> & {
  readonly shownAt: number
  readonly pricedAt: number
}

/**
 * The time whose price a buyer pays, in milliseconds. With a quote, it is the time of the quote while that is
 * valid, or now if the price is lower now. Without a quote, it is now, unless the price changed so recently
 * that the buyer may have seen another. Throws `OfferEnded` or `QuoteChanged` if buyer and seller do not
 * agree. Buyers never pay more than they were shown.
 */
function priceInstants(
  form: PayableForm,
  chosen: ReadonlySet<string>,
  quote: string | undefined,
  authSecret: string,
  instant: number,
): PriceInstants {
  const quoted =
    quote === undefined ? undefined : readQuote(authSecret, quote, form.id, form.pricing, instant)
  if (quoted !== undefined && closingTimer(form.pricing, quoted.issuedAt) === undefined) {
    const { issuedAt: shownAt, version: formVersion } = quoted
    const pricedAt = priceInstant(form.pricing, shownAt, instant)
    if (pricedAt !== undefined) return { shownAt, pricedAt, formVersion }
  }
  const closing = closingTimer(form.pricing, instant)
  if (closing !== undefined) throw new OfferEnded(closing.redirectUrl)
  if (quote !== undefined || changedLately(form, instant)) {
    throw new QuoteChanged(issueQuote(authSecret, form, form.pricing, chosen, instant))
  }
  return { shownAt: instant, pricedAt: instant, formVersion: form.version }
}

/** Whether the seller or a timer has changed the price recently enough for an earlier quote to be valid. */
function changedLately({ pricing, priceChangedAt }: PayableForm, instant: number): boolean {
  const changes = [
    priceChangedAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    ...pricing.timers.filter(({ amount }) => (amount ?? 0) > 0).map(({ expiresAt }) => expiresAt),
  ]
  return changes.some((at) => at <= instant && instant - at < quoteLifetime)
}

type PlacedOrder = Omit<Order, 'formId' | 'idempotencyKey' | 'fingerprint' | 'email' | 'locale' | 'language'>

/** The order to charge. Its lines also have titles in the seller's words, from the `stored` form. */
export function orderOf(
  priced: PricedOrder,
  stored: StoredForm,
  body: PayFormBody,
  holder: Holder,
): PlacedOrder {
  const order = orderAsShown(priced, body, holder)
  if (currentLanguage() === 'en' && stored.contentLanguage === 'en') return order
  // Sellers read English.
  const own = inLanguage('en', () => orderAsShown(inSellersWords(priced, stored, body), body, holder))
  const withBoth = <Line extends Pick<OrderLine, 'title'>>(line: Line, same: typeof line | undefined) =>
    same === undefined || same.title === line.title ? line : { ...line, sellerTitle: same.title }
  const full = order.recurrence?.full
  return {
    ...order,
    lines: order.lines.map((line, place) => withBoth(line, own.lines[place])),
    ...(order.recurrence &&
      full && {
        recurrence: { ...order.recurrence, full: withBoth(full, own.recurrence?.full ?? undefined) },
      }),
  }
}

function inSellersWords(priced: PricedOrder, stored: StoredForm, body: PayFormBody): PricedOrder {
  const form = atPrice(checkPayable(stored, priced.form.buyer), body.price)
  if (form === undefined) return priced
  const sold = ofQuantity(ofNamed(form, body.amount), body.quantity)
  const pricing = body.withoutTrial ? withoutTrial(sold.pricing) : sold.pricing
  const { price, later } = chargesOf(pricing, priced.chosen, priced.now.getTime(), undefined)
  return { ...priced, form: { ...sold, pricing }, price, later }
}

function orderAsShown(
  { form, formVersion, chosen, coupon, price, later, isFree, asked }: PricedOrder,
  body: PayFormBody,
  holder: Holder,
): PlacedOrder {
  const bumpIds = form.pricing.bumps.map(({ id }) => id).filter((id) => chosen.has(id))
  const taxed = taxColumnsOf(form.sale)
  const own = price.lines.filter(({ kind }) => kind !== 'bump')
  const bumps = price.lines.filter(({ kind }) => kind === 'bump')
  const { quantity = 1 } = form.pricing
  // A trial's price and a set-up fee are paid once, and a trial's title already contains the quantity.
  const counted = ({ kind, title, ...line }: (typeof own)[number]) =>
    kind !== 'form' || quantity === 1
      ? { ...line, kind, title, quantity: 1 }
      : price.full === undefined
        ? { ...line, kind, title, quantity }
        : { ...line, kind, title: timesTitle(quantity, title), quantity: 1 }
  return {
    network: holder.network,
    ...orderedCoupon(coupon, price, holder, body.email),
    stock: orderedStock(form, holder),
    consentAsked: asked?.kind ?? null,
    sellerId: form.sellerId,
    formVersion,
    priceId: form.pricing.priceId ?? form.priceId,
    stripeAccountId: form.stripeAccountId,
    name: body.name,
    currency: price.currency,
    subtotal: price.subtotal,
    taxAmount: price.taxAmount,
    total: price.total,
    applicationFeeAmount: applicationFeeOf(form.sellerPlan, price.total),
    oneTimeOfferCount: body.oneTimeOfferCount,
    offeredBumpIds: form.pricing.bumps.map(({ id }) => id),
    paymentMethodId: isFree ? null : body.paymentMethodId,
    confirmationTokenId: isFree ? null : body.confirmationToken,
    recurrence: later && {
      ...later.recurrence,
      applicationFeeBasisPoints: feeBasisPointsOf(form.sellerPlan),
      discountCycles: later.amounts.cycles,
      trier: price.full === undefined ? null : { emailKey: emailKeyOf(body.email), cardFingerprint: null },
      full: price.full === undefined ? null : { ...price.full, quantity, ...taxed },
    },
    lines: [
      ...own.map((line) => ({ ...counted(line), bumpId: null, offerId: null, ...taxed })),
      ...bumps.map((line, index) => ({ ...line, bumpId: bumpIds[index] ?? null, offerId: null, ...taxed })),
    ],
  }
}

/** The order's coupon. A coupon that changes nothing is not used up. */
function orderedCoupon(
  found: FoundCoupon | undefined,
  { lines, full }: Price,
  { network }: Holder,
  email: string,
): Pick<Order, 'couponCode' | 'discountAmount' | 'coupon'> {
  const discountAmount = lines.reduce((sum, line) => sum + (line.discountAmount ?? 0), 0)
  const isUsed = discountAmount > 0 || full?.discountAmount !== undefined
  if (found === undefined || !isUsed) return { couponCode: null, discountAmount, coupon: null }
  const { code, couponId, codeId, maxPerBuyer } = found.stored
  const keys = { emailKey: emailKeyOf(email), formerEmailKey: formerEmailKeyOf(email) }
  const coupon = { couponId, codeId, maxPerBuyer, ...keys, cardFingerprint: null, network }
  return { couponCode: code, discountAmount, coupon }
}

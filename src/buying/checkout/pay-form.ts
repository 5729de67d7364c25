import { createHash, randomUUID } from 'node:crypto'
import { applicationFeeOf, feeBasisPointsOf } from '#accounts/billing/application-fee.ts'
import {
  askedConsent,
  consentProblems,
  type AskedConsent,
  type Consent,
} from '#buying/consumer-law/asked-consent.ts'
import { locale as textsLocale } from '#buying/consumer-law/texts.ts'
import { InvalidFields } from '#foundation/http/errors.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { largestPayment, smallestPayment } from '#foundation/money/price-problem.ts'
import { emailKeyOf } from '#payments/coupons/email-key.ts'
import type { Price } from '#payments/pricing/price.ts'
import {
  chargePurchase,
  repeatCharge,
  type Charged,
  type Order,
} from '#payments/purchases/charge-purchase.ts'
import { findEarlier, repeatsSince } from '#payments/purchases/earlier-purchases.ts'
import { PaymentUnsettled } from '#payments/purchases/errors.ts'
import { isDisposable } from '#payments/subscriptions/disposable-address.ts'
import { TrialNeedsAddress } from '#payments/subscriptions/errors.ts'
import { priceToday, withoutTrial } from '#payments/pricing/price-today.ts'
import { oneOfBoth } from '#payments/purchases/messages.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { agreedPrice } from './agreed-price.ts'
import type { PayFormBody } from './contract.ts'
import { BoughtBefore, FormNotFound, QuoteChanged } from './errors.ts'
import {
  atPrice,
  checkNamed,
  checkPayable,
  noSuchPrice,
  ofNamed,
  ofQuantity,
  orderedStock,
  type PayableForm,
} from './payable-form.ts'
import { isTooSmall, laterPayments, type LaterPayments } from './later-payments.ts'
import { discountOf, findOrderedCode, orderedCoupon, withPrice } from './pay-with-coupon.ts'
import { issueQuote, quoteIdOf, readQuote } from './quote.ts'
import { loadForm, type StoredForm } from './store.ts'
import { trialConsentOf } from './trial-consent.ts'

/** Who asks to pay: the key that their request brings, and the language whose formats they read. */
type PayingCaller = {
  readonly key: string | undefined
  /** Stands for the client in limits. */
  readonly network: string
  readonly locale: string | null
}

/**
 * Pays a form: checks that it can be sold, agrees on the price from the stored form at the server's time, and charges
 * it once for the key. A known key is answered by what it led to before anything is judged: who has paid must not hear
 * that they were not charged because the form can no longer be sold.
 */
export async function payForm(
  services: PaymentServices,
  authSecret: string,
  body: PayFormBody,
  { key, network, locale }: PayingCaller,
): Promise<{ form: StoredForm; charged: Charged }> {
  const stored = await loadForm(services.db, body.form)
  if (stored === undefined) throw new FormNotFound()
  const claim = {
    formId: stored.id,
    idempotencyKey: key ?? derivedKey(body),
    fingerprint: fingerprintOf(body),
    email: body.email,
  }
  const earlier = await findEarlier(services, claim)
  if (earlier.isKnownKey) return { form: stored, charged: await repeatCharge(services, claim) }
  const quoted = chosenPrice(checkPayable(stored), body, services)
  const form = body.withoutTrial ? { ...quoted, pricing: withoutTrial(quoted.pricing) } : quoted
  const chosen = chosenBumps(form, body.bumps)
  const found = await withPrice(services, quoted, chosen, async () =>
    findOrderedCode(services, form, body, network),
  )
  const instant = services.clock.now().getTime()
  const priceAt = (at: number) => priceToday(form.pricing, chosen, at, discountOf(found, form))
  const price = agreedPrice(quoted, chosen, body.quote, authSecret, instant, (at) => {
    checkNamed(form, body.amount, at)
    return priceAt(at)
  })
  checkDue(quoted, price, chosen, body, authSecret, instant)
  const later = laterPayments(form, price, found)
  const shownAt = readQuote(authSecret, body.quote ?? '', quoted.id, quoted.pricing, instant) ?? instant
  checkChargeable(price, later, body)
  // What is added to a free order is bought by the consent that was given for it.
  const isFree = price.total === 0 && later === null
  const asked = isFree && !form.hasOffers ? null : askedConsent(form)
  checkConsents(
    asked,
    body.consents,
    trialConsentOf(form, found, { at: shownAt, price: priceAt(shownAt), locale }),
  )
  if (earlier.isUnsettled) throw new PaymentUnsettled()
  if (earlier.isWithBank && !body.isRepeat) throw new BoughtBefore('with the bank')
  if (earlier.isPaid && !body.isRepeat) throw new BoughtBefore('paid')
  const unlessPaidSince = body.isRepeat ? null : repeatsSince(services.clock.now())
  const consents = {
    consentAsked: asked?.kind ?? null,
    consents: body.consents.map((one) => ({ ...one, locale: textsLocale })),
  }
  const order = {
    ...claim,
    ...orderOf(form, price, later, chosen, body),
    ...orderedCoupon(found, price, body.email),
    ...consents,
    locale,
    unlessPaidSince,
  }
  const attempt = {
    network,
    quoteId: body.quote === undefined ? null : quoteIdOf(body.quote),
    proof: body.proof ?? null,
    hasPaid: false,
    isOfWallet: () => isOfWallet(services, form, body),
  }
  const charged = await withPrice(services, quoted, chosen, async () => {
    if (order.recurrence?.trier && (await isDisposable(body.email))) throw new TrialNeedsAddress()
    return chargePurchase(services, { ...order, stock: orderedStock(form) }, attempt)
  })
  return { form, charged }
}

/**
 * The form at the price that the buyer has chosen or named, and as many of it. Who was shown one that is gone since is answered with those that there
 * are.
 */
function chosenPrice(
  form: PayableForm,
  { price, amount, quantity, bumps, quote }: PayFormBody,
  { config, clock }: Pick<PaymentServices, 'config' | 'clock'>,
): PayableForm {
  const chosen = atPrice(form, price)
  if (chosen !== undefined) return ofQuantity(ofNamed(chosen, amount), quantity)
  if (quote === undefined) throw new InvalidFields({ price: noSuchPrice })
  const instant = clock.now().getTime()
  throw new QuoteChanged(issueQuote(config.authSecret, form.id, form.pricing, new Set(bumps), instant), true)
}

function chosenBumps(form: PayableForm, bumps: readonly string[]): ReadonlySet<string> {
  const offered = new Set(form.pricing.bumps.map(({ id }) => id))
  if (!bumps.every((id) => offered.has(id))) {
    throw new InvalidFields({ bumps: 'This order bump is no longer part of the form' })
  }
  return new Set(bumps)
}

type GivenMeans = Pick<PayFormBody, 'paymentMethodId' | 'confirmationToken'>

function checkChargeable({ total, currency }: Price, later: LaterPayments | null, means: GivenMeans): void {
  const { minimum, maximum } = currencyOf(currency)
  if (total > 0 && total < minimum) {
    throw new InvalidFields({ amount: `The minimum card payment is ${smallestPayment(currency)}` })
  }
  // Forms from before this was looked at when they are saved.
  if (total > maximum) {
    throw new InvalidFields({ amount: `The maximum card payment is ${largestPayment(currency)}` })
  }
  if (later !== null && isTooSmall(later.amounts.reduced, currency)) {
    throw new InvalidFields({ amount: `The minimum card payment is ${smallestPayment(currency)}` })
  }
  if (total === 0 && later === null) return
  const { paymentMethodId, confirmationToken } = means
  if (paymentMethodId === null && confirmationToken === null) {
    throw new InvalidFields({ paymentMethodId: 'This field is required' })
  }
  if (paymentMethodId !== null && confirmationToken !== null) {
    throw new InvalidFields({ confirmationToken: oneOfBoth })
  }
}

/** What the provider does not tell is no wallet. */
async function isOfWallet(
  { provider, log }: PaymentServices,
  { stripeAccountId }: PayableForm,
  { confirmationToken }: PayFormBody,
): Promise<boolean> {
  if (confirmationToken === null) return false
  try {
    return await provider.isWalletToken(stripeAccountId, confirmationToken)
  } catch (error) {
    log.info({ err: error }, 'a confirmation token could not be read')
    return false
  }
}

function checkConsents(asked: AskedConsent | null, given: readonly Consent[], trial: string | null): void {
  const problems = consentProblems(asked, given, trial)
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems)
}

/** Who was shown another sum is shown this one first: what a page made before does not know of a set-up fee. */
function checkDue(
  { id, pricing }: PayableForm,
  price: Price,
  chosen: ReadonlySet<string>,
  { quote, due }: PayFormBody,
  authSecret: string,
  instant: number,
): void {
  if (quote === undefined || pricing.recurrence?.start === undefined || due === price.total) return
  throw new QuoteChanged(issueQuote(authSecret, id, pricing, chosen, instant))
}

function orderOf(
  form: PayableForm,
  price: Price,
  later: LaterPayments | null,
  chosen: ReadonlySet<string>,
  body: PayFormBody,
): Omit<Order, 'idempotencyKey' | 'fingerprint' | 'locale'> {
  const bumpIds = form.pricing.bumps.map(({ id }) => id).filter((id) => chosen.has(id))
  const { tax, taxTitle } = form
  const taxed = { taxTitle, taxPercentage: tax?.percentage ?? null, taxInclusive: tax?.inclusive ?? null }
  const own = price.lines.filter(({ kind }) => kind !== 'bump')
  const bumps = price.lines.filter(({ kind }) => kind === 'bump')
  const { quantity = 1 } = form.pricing
  // What a trial costs, and a set-up fee, is paid once.
  const countOf = ({ kind }: { readonly kind: string }) =>
    kind === 'form' && price.full === undefined ? quantity : 1
  const asksForCard = price.total > 0 || later !== null
  return {
    sellerId: form.sellerId,
    formId: form.id,
    priceId: form.pricing.priceId ?? form.priceId,
    stripeAccountId: form.stripeAccountId,
    email: body.email,
    name: body.name,
    currency: price.currency,
    subtotal: price.subtotal,
    taxAmount: price.taxAmount,
    total: price.total,
    applicationFeeAmount: applicationFeeOf(form.sellerPlan, price.total),
    oneTimeOfferCount: body.oneTimeOfferCount,
    offeredBumpIds: form.pricing.bumps.map(({ id }) => id),
    paymentMethodId: asksForCard ? body.paymentMethodId : null,
    confirmationTokenId: asksForCard ? body.confirmationToken : null,
    recurrence: later && {
      ...later.recurrence,
      applicationFeeBasisPoints: feeBasisPointsOf(form.sellerPlan),
      discountCycles: later.amounts.cycles,
      trier: price.full === undefined ? null : { emailKey: emailKeyOf(body.email), cardFingerprint: null },
      full: price.full === undefined ? null : { ...price.full, quantity, ...taxed },
    },
    lines: [
      ...own.map((line) => ({ ...line, quantity: countOf(line), bumpId: null, offerId: null, ...taxed })),
      ...bumps.map((line, index) => ({ ...line, bumpId: bumpIds[index] ?? null, offerId: null, ...taxed })),
    ],
  }
}

/**
 * The key of a request that brings none: the same card of the same buyer pays the same form once. What costs nothing is a
 * purchase of its own each time, since whoever knows a name and an email would be answered with the buyer's secret.
 */
function derivedKey({ form, email, ...body }: PayFormBody): string {
  const means = meansIn(body)
  return means === null ? randomUUID() : `derived-${digest([form, means, email])}`
}

/** Tells one purchase from another: what is bought, by whom, with which card, and what they consented to. */
function fingerprintOf(paid: PayFormBody): string {
  const { form, price, quantity, amount, bumps, email, name, consents, coupon } = paid
  const start = paid.withoutTrial ? [{ withoutTrial: true }] : []
  const told = consents.length === 0 ? [] : [consents.map(({ kind, text }) => [kind, text])]
  const code = coupon === undefined ? [] : [{ coupon }]
  const chosen = price === undefined ? [] : [{ price }]
  const count = quantity === undefined ? [] : [{ quantity }]
  const named = amount === undefined ? [] : [{ amount }]
  const bought = [form, [...new Set(bumps)].toSorted(), email, name, meansIn(paid)]
  return digest([...bought, ...told, ...code, ...chosen, ...count, ...named, ...start])
}

/** The provider's ids tell themselves apart by how they begin. */
function meansIn({ paymentMethodId, confirmationToken }: GivenMeans): string | null {
  return paymentMethodId ?? confirmationToken
}

function digest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

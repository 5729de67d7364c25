import { hash, randomUUID } from 'node:crypto'
import { languageAmong } from '#foundation/language/read-language.ts'
import { currentLanguage, inLanguage, t } from '#foundation/language/t.ts'
import { translateForm } from '#foundation/language/translations.ts'
import { chargePurchase, type Order } from '#payments/purchases/charge/charge-purchase.ts'
import type { Charged } from '#payments/purchases/settle/outcome.ts'
import {
  type Earlier,
  findEarlier,
  repeatCharge,
  repeatsSince,
} from '#payments/purchases/charge/earlier-purchases.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { holderOf } from '#payments/coupons/holder.ts'
import { type Consent, consentProblems } from '#buying/consumer-law/asked-consent.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { largestPayment, smallestPayment } from '#foundation/money/price-problem.ts'
import { PaymentUnsettled } from '#payments/purchases/errors.ts'
import { oneOfBoth } from '#payments/purchases/messages.ts'
import { isDisposable } from '#payments/subscriptions/trial/trial-starts.ts'
import { TrialNeedsAddress } from '#payments/subscriptions/errors.ts'
import { adsConsentIn } from '../ads/asked-ads.ts'
import { sourceColumn } from '#payments/purchases/source.ts'
import type { TaxedBuyer } from '#payments/pricing/tax-for.ts'
import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import { TaxUnavailable, withTaxedLines } from '#payments/provider-tax/assess-tax.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { laterPayments } from '#payments/pricing/recurrence.ts'
import { type CheckedNumber, textOf } from '#payments/tax-numbers/check-number.ts'
import { orderOf, type PricedOrder, priceOrder } from '../price/price-order.ts'
import type { PayFormBody } from '../contract.ts'
import { BoughtBefore, FormNotFound } from '../errors.ts'
import { checkPayable, checkStock, type PayableForm, quoteIdOf, withPrice } from '../price/payable-form.ts'
import { loadForm, type StoredForm } from '../store.ts'
import { trialConsentAt } from '../trial/after-trial.ts'
import { readResumeKey } from '../resume/resume-key.ts'
import { answersTo, checkAnswers, checkDetails, detailsFor } from './asked-answers.ts'
import { taxOrder } from '../tax/assessed-buyer.ts'
import { taxedBuyer } from '../tax/read-tax.ts'
import { limitFreeOrders } from './limit-free-orders.ts'

type PayingCaller = {
  readonly key: string | undefined
  /** Identifies the client for limits. */
  readonly network: string
  readonly locale: string | null
  /** How the buyer's browser calls itself. By default unknown. */
  readonly browser?: string
}

/**
 * Pays for a form: checks that it can be sold, agrees on the price from the stored form at the server's time, and
 * charges it once per idempotency key. A known key returns its earlier outcome before any check, so that a buyer who
 * has paid is never told that nothing was charged because the form is no longer for sale.
 */
export async function payForm(
  services: PaymentServices,
  body: PayFormBody,
  caller: PayingCaller,
): Promise<{ form: StoredForm; charged: Charged }> {
  const asked = idempotencyClaimOf(body.form, body, caller.key)
  const { network } = holderOf(services.config.authSecret, caller.network, body.email)
  const means = body.paymentMethodId ?? body.confirmationToken
  // Neither query needs the other's result, so they run together.
  const [stored, earlier] = await Promise.all([
    loadForm(services.db, body.form),
    findEarlier(services, { ...asked, network, means }),
  ])
  if (stored === undefined) throw new FormNotFound()
  const claim = { ...asked, formId: stored.id }
  // The form's page exists only in the form's languages.
  const language = languageAmong(currentLanguage(), stored.languages)
  if (earlier.isKnownKey)
    return { form: translateForm(stored, language), charged: await repeatCharge(services, claim) }
  return inLanguage(language, () => payStored(services, stored, { claim, earlier }, body, caller))
}

type Claimed = {
  readonly claim: IdempotencyClaim
  readonly earlier: Awaited<ReturnType<typeof findEarlier>>
}

async function payStored(
  services: PaymentServices,
  stored: StoredForm,
  { claim, earlier }: Claimed,
  asked: PayFormBody,
  caller: PayingCaller,
): Promise<{ form: StoredForm; charged: Charged }> {
  const told = translateForm(stored, currentLanguage())
  const { buyer, number, assessedSale } = await taxedBuyer(services, stored, asked.details, caller.network)
  const priceFor = (taxed: TaxedBuyer) =>
    priceOrder(services, checkPayable(told, taxed), asked, caller.network)
  const priced = await priceFor(buyer)
  const body = buyer.isVerified ? withoutWaiver(asked) : asked
  const charged = await withPrice(services, priced.quoted, priced.chosen, async () => {
    await refuse(priced, earlier, body, caller.locale)
    if (priced.isFree) {
      const coupon = priced.coupon?.stored
      await limitFreeOrders(services, {
        formId: claim.formId,
        sellerId: stored.sellerId,
        perBuyerCouponId: coupon === undefined || coupon.maxPerBuyer === null ? null : coupon.couponId,
        body,
        network: caller.network,
      })
    }
    const placed = { priced, stored, number }
    const order = orderFor(services, placed, claim, body, caller)
    if (!isProviderMode(stored.taxMode) || priced.isFree)
      return chargeOrder(services, placed, order, body, caller)
    if (assessedSale === undefined) throw new TaxUnavailable()
    const answer = await taxOrder(services, assessedSale, order.lines, priced.form.sale)
    if ('changed' in answer) {
      // Throws the new quote. Without a quote, the buyer has not been shown a price.
      await priceFor({ ...buyer, assessed: answer.changed })
      throw new TaxUnavailable()
    }
    const taxed = answer.taxed === null ? order : withTaxedLines(order, answer.taxed)
    return chargeOrder(services, placed, taxed, body, caller)
  })
  return { form: priced.form, charged }
}

/** A business has no right of withdrawal to give up, even if its page asked before the number was confirmed. */
function withoutWaiver(body: PayFormBody): PayFormBody {
  return { ...body, consents: body.consents.filter(({ kind }) => kind === 'trial') }
}

type Placed = {
  readonly priced: PricedOrder
  readonly stored: StoredForm
  /** Of a business. */
  readonly number: CheckedNumber | 'malformed' | null
}

function orderFor(
  services: PaymentServices,
  { priced, stored, number }: Placed,
  claim: IdempotencyClaim,
  body: PayFormBody,
  { network, locale, browser = '' }: PayingCaller,
): Order {
  const holder = holderOf(services.config.authSecret, network, body.email)
  const language = currentLanguage()
  const vatNumber = number === 'malformed' ? null : number
  return {
    ...claim,
    ...orderOf(priced, stored, body, holder),
    consents: [
      ...body.consents.map((one) => ({ ...one, locale: language })),
      ...adsConsentIn(priced.form, body.details, { browser, locale: language }),
    ],
    answers: answersTo(priced.form, stored.fields, body.answers),
    details: detailsFor(priced.form, withNumber(body.details, vatNumber)),
    vatNumber,
    locale,
    language,
    source: sourceColumn(body.source),
    recoveryId:
      body.resume === undefined ? null : (readResumeKey(services.config.authSecret, body.resume) ?? null),
    unlessPaidSince: body.isRepeat ? null : repeatsSince(priced.now),
  }
}

async function chargeOrder(
  services: PaymentServices,
  { priced }: Placed,
  order: Order,
  body: PayFormBody,
  { network }: PayingCaller,
): Promise<Charged> {
  const attempt = {
    network,
    quoteId: body.quote === undefined ? null : quoteIdOf(body.quote),
    proof: body.proof ?? null,
    hasPaid: false,
    isOfWallet: () => isOfWallet(services, priced.form, body),
  }
  return chargePurchase(services, order, attempt)
}

/** If the register knows the tax number, the invoice shows it in the register's format. */
function withNumber(details: PayFormBody['details'], number: CheckedNumber | null): PayFormBody['details'] {
  if (details === undefined || number?.status !== 'verified') return details
  return { ...details, taxNumber: textOf(number.vat) }
}

/** Whether the buyer pays with a wallet. If the provider does not respond, we assume that it is not a wallet. */
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

/** Identifies a purchase: repeating the same claim returns the same purchase. */
type IdempotencyClaim = Pick<Order, 'formId' | 'idempotencyKey' | 'fingerprint' | 'email'>

/** @param asked the request, with `formId` in any case, and `key` if it has one */
function idempotencyClaimOf(formId: string, body: PayFormBody, key: string | undefined): IdempotencyClaim {
  return {
    formId,
    idempotencyKey: key ?? derivedKey(body),
    fingerprint: fingerprintOf(body),
    email: body.email,
  }
}

/**
 * The idempotency key for a request without one: the same buyer's card pays for the same form once. A free
 * order is a new purchase each time, because otherwise anyone who knows a name and an email address would get
 * that buyer's secret.
 */
function derivedKey({ form, email, ...body }: PayFormBody): string {
  const means = meansIn(body)
  return means === null ? randomUUID() : `derived-${digest([form, means, email])}`
}

/** Identifies the contents of a purchase: the items, the buyer, the card, the consents and the answers. */
function fingerprintOf(paid: PayFormBody): string {
  const { form, price, quantity, amount, bumps, email, name, consents, answers, details, coupon } = paid
  const start = paid.withoutTrial ? [{ withoutTrial: true }] : []
  const told = consents.length === 0 ? [] : [consents.map(({ kind, text }) => [kind, text])]
  const code = coupon === undefined ? [] : [{ coupon }]
  const chosen = price === undefined ? [] : [{ price }]
  const count = quantity === undefined ? [] : [{ quantity }]
  const named = amount === undefined ? [] : [{ amount }]
  const answered = Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const said = answered.length === 0 ? [] : [{ answers: answered }]
  const billed = details === undefined ? [] : [{ details: Object.entries(details) }]
  const bought = [form, [...new Set(bumps)].toSorted(), email, name, meansIn(paid)]
  return digest([...bought, ...told, ...code, ...chosen, ...count, ...named, ...start, ...said, ...billed])
}

/** The provider's ids of cards and tokens have different prefixes. */
function meansIn({
  paymentMethodId,
  confirmationToken,
}: Pick<PayFormBody, 'paymentMethodId' | 'confirmationToken'>): string | null {
  return paymentMethodId ?? confirmationToken
}

function digest(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url')
}

/**
 * Throws the first reason to reject the charge, if there is one. Problems that buyers can fix on their page come first,
 * so that only buyers who are about to be charged are asked whether they want to buy again. Stock comes after earlier
 * purchases: a buyer whose own payment took the last item must learn about that payment, not that the item is sold out.
 */
async function refuse(
  priced: PricedOrder,
  earlier: Earlier,
  body: PayFormBody,
  locale: string | null,
): Promise<void> {
  checkSum(priced)
  checkMeans(priced, body)
  checkDetails(priced.form, body.details)
  checkAnswers(priced.form, body.answers)
  checkConsents(priced, body.consents, locale)
  checkEarlier(earlier, body)
  await checkAddress(priced, body)
  checkStock(priced.form)
}

function checkSum({ price: { total, currency }, later }: PricedOrder): void {
  const { minimum, maximum } = currencyOf(currency)
  if (total > 0 && total < minimum) {
    throw new InvalidFields({ amount: belowMinimum(currency) })
  }
  // Older forms were saved before this limit existed.
  if (total > maximum) {
    throw new InvalidFields({
      amount: t('The maximum card payment is {maximum}', {
        maximum: largestPayment(currency, formatsOf(currentLanguage())),
      }),
    })
  }
  const { total: each } = later?.amounts.reduced ?? { total: 0 }
  if (each > 0 && each < minimum) {
    throw new InvalidFields({ amount: belowMinimum(currency) })
  }
}

function belowMinimum(currency: string): string {
  return t('The minimum card payment is {minimum}', {
    minimum: smallestPayment(currency, formatsOf(currentLanguage())),
  })
}

function checkMeans({ isFree }: PricedOrder, { paymentMethodId, confirmationToken }: PayFormBody): void {
  if (isFree) return
  if (paymentMethodId === null && confirmationToken === null) {
    throw new InvalidFields({ paymentMethodId: messages.required() })
  }
  if (paymentMethodId !== null && confirmationToken !== null) {
    throw new InvalidFields({ confirmationToken: oneOfBoth() })
  }
}

function checkConsents(priced: PricedOrder, given: readonly Consent[], locale: string | null): void {
  const problems = consentProblems(priced.asked, given, trialConsentOf(priced, locale))
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems)
}

/**
 * A payment that may still be charged rules out a second one. If it was paid, is at a bank or was started
 * elsewhere with this email address, the buyer must confirm.
 */
function checkEarlier(earlier: Earlier, { isRepeat }: PayFormBody): void {
  const { isUnsettled, isUnsettledElsewhere, isWithBank, isPaid } = earlier
  if (isUnsettled) throw new PaymentUnsettled()
  if (isUnsettledElsewhere && !isRepeat) throw new BoughtBefore('begun elsewhere')
  if (isWithBank && !isRepeat) throw new BoughtBefore('with the bank')
  if (isPaid && !isRepeat) throw new BoughtBefore('paid')
}

async function checkAddress({ price, later }: PricedOrder, { email }: PayFormBody): Promise<void> {
  const beginsWithTrial = price.full !== undefined && later !== null
  if (beginsWithTrial && (await isDisposable(email))) throw new TrialNeedsAddress()
}

/** The consent that a trial needs, in the exact words of its page, or null if the order has no trial. */
function trialConsentOf({ form, coupon, shown }: PricedOrder, locale: string | null): string | null {
  const { price } = shown
  const later = price.full === undefined ? null : laterPayments(form.pricing, price, coupon?.coupon.cycles)
  if (later === null) return null
  const { sellerName } = form
  const trial = {
    ...later,
    sellerName,
    currency: price.currency,
    hasCode: coupon !== undefined,
    shownAt: shown.at,
  }
  return trialConsentAt(trial, formatsOf(locale))
}

import { hash, randomUUID } from 'node:crypto'
import { locale as textsLocale } from '#buying/consumer-law/texts.ts'
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
import { InvalidFields } from '#foundation/failures/failure.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { largestPayment, smallestPayment } from '#foundation/money/price-problem.ts'
import { PaymentUnsettled } from '#payments/purchases/errors.ts'
import { oneOfBoth } from '#payments/purchases/messages.ts'
import { isDisposable } from '#payments/subscriptions/trial/trial-starts.ts'
import { TrialNeedsAddress } from '#payments/subscriptions/errors.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { laterPayments } from '#payments/pricing/recurrence.ts'
import { orderOf, type PricedOrder, priceOrder } from '../price/price-order.ts'
import type { PayFormBody } from '../contract.ts'
import { BoughtBefore, FormNotFound } from '../errors.ts'
import { checkPayable, checkStock, type PayableForm, quoteIdOf, withPrice } from '../price/payable-form.ts'
import { loadForm, type StoredForm } from '../store.ts'
import { trialConsentAt } from '../trial/after-trial.ts'
import { limitFreeOrders } from './limit-free-orders.ts'

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
  body: PayFormBody,
  caller: PayingCaller,
): Promise<{ form: StoredForm; charged: Charged }> {
  const asked = idempotencyClaimOf(body.form, body, caller.key)
  const { network } = holderOf(services.config.authSecret, caller.network, body.email)
  const means = body.paymentMethodId ?? body.confirmationToken
  // Neither needs the other's answer: both go to the database at once.
  const [stored, earlier] = await Promise.all([
    loadForm(services.db, body.form),
    findEarlier(services, { ...asked, network, means }),
  ])
  if (stored === undefined) throw new FormNotFound()
  const claim = { ...asked, formId: stored.id }
  if (earlier.isKnownKey) return { form: stored, charged: await repeatCharge(services, claim) }
  const priced = await priceOrder(services, checkPayable(stored), body, caller.network)
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
    return chargeOrder(services, priced, claim, body, caller)
  })
  return { form: priced.form, charged }
}

async function chargeOrder(
  services: PaymentServices,
  priced: PricedOrder,
  claim: IdempotencyClaim,
  body: PayFormBody,
  { network, locale }: PayingCaller,
): Promise<Charged> {
  const holder = holderOf(services.config.authSecret, network, body.email)
  const order = {
    ...claim,
    ...orderOf(priced, body, holder),
    consents: body.consents.map((one) => ({ ...one, locale: textsLocale })),
    locale,
    unlessPaidSince: body.isRepeat ? null : repeatsSince(priced.now),
  }
  const attempt = {
    network,
    quoteId: body.quote === undefined ? null : quoteIdOf(body.quote),
    proof: body.proof ?? null,
    hasPaid: false,
    isOfWallet: () => isOfWallet(services, priced.form, body),
  }
  return chargePurchase(services, order, attempt)
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

/** What tells a request to pay from every other: one claim is one purchase. */
type IdempotencyClaim = Pick<Order, 'formId' | 'idempotencyKey' | 'fingerprint' | 'email'>

/** `formId` in whatever case it was written; `key` is what the request brings, if anything. */
function idempotencyClaimOf(formId: string, body: PayFormBody, key: string | undefined): IdempotencyClaim {
  return {
    formId,
    idempotencyKey: key ?? derivedKey(body),
    fingerprint: fingerprintOf(body),
    email: body.email,
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
 * Refuses to charge what is agreed; of several reasons the buyer hears the first. What they can put right on their page
 * comes first, so that only who would be charged is asked whether they mean to buy again. The stock comes after what they
 * have bought: whose own payment has taken the last piece must hear of that payment, not that it is sold out.
 */
async function refuse(
  priced: PricedOrder,
  earlier: Earlier,
  body: PayFormBody,
  locale: string | null,
): Promise<void> {
  checkSum(priced)
  checkMeans(priced, body)
  checkConsents(priced, body.consents, locale)
  checkEarlier(earlier, body)
  await checkAddress(priced, body)
  checkStock(priced.form)
}

function checkSum({ price: { total, currency }, later }: PricedOrder): void {
  const { minimum, maximum } = currencyOf(currency)
  if (total > 0 && total < minimum) {
    throw new InvalidFields({ amount: `The minimum card payment is ${smallestPayment(currency)}` })
  }
  // Forms from before this was looked at when they are saved.
  if (total > maximum) {
    throw new InvalidFields({ amount: `The maximum card payment is ${largestPayment(currency)}` })
  }
  const { total: each } = later?.amounts.reduced ?? { total: 0 }
  if (each > 0 && each < minimum) {
    throw new InvalidFields({ amount: `The minimum card payment is ${smallestPayment(currency)}` })
  }
}

function checkMeans({ isFree }: PricedOrder, { paymentMethodId, confirmationToken }: PayFormBody): void {
  if (isFree) return
  if (paymentMethodId === null && confirmationToken === null) {
    throw new InvalidFields({ paymentMethodId: 'This field is required' })
  }
  if (paymentMethodId !== null && confirmationToken !== null) {
    throw new InvalidFields({ confirmationToken: oneOfBoth })
  }
}

function checkConsents(priced: PricedOrder, given: readonly Consent[], locale: string | null): void {
  const problems = consentProblems(priced.asked, given, trialConsentOf(priced, locale))
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems)
}

/**
 * What may still take money excludes a second purchase; what has taken it, what a bank has, and what somebody has begun elsewhere
 * with this address asks whether one is meant.
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

/** What a buyer has to agree to before a trial, word for word as their page asked it; null: none begins. */
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

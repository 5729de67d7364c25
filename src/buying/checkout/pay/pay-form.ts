import { applicationFeeOf, feeBasisPointsOf } from '#accounts/billing/application-fee.ts'
import { locale as textsLocale } from '#buying/consumer-law/texts.ts'
import { emailKeyOf } from '#payments/coupons/email-key.ts'
import { timesTitle } from '#payments/pricing/quantity.ts'
import {
  type Charged,
  chargePurchase,
  type Order,
  repeatCharge,
} from '#payments/purchases/charge/charge-purchase.ts'
import { findEarlier, repeatsSince } from '#payments/purchases/charge/earlier-purchases.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { holderOf } from '#payments/coupons/holder.ts'
import { type PricedOrder, priceOrder } from '../price/price-order.ts'
import type { PayFormBody } from '../contract.ts'
import { FormNotFound } from '../errors.ts'
import { limitFreeOrders } from './limit-free-orders.ts'
import { orderedCoupon, withPrice } from '../coupon/pay-with-coupon.ts'
import { checkPayable, orderedStock, type PayableForm } from '../price/payable-form.ts'
import { quoteIdOf } from '../price/quote.ts'
import { refuse } from './refuse-purchase.ts'
import { loadForm, type StoredForm } from '../store.ts'
import { hash, randomUUID } from 'node:crypto'

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
  const { now, form, coupon, price, asked } = priced
  const holder = holderOf(services.config.authSecret, network, body.email)
  const order = {
    ...claim,
    network: holder.network,
    ...orderOf(priced, body),
    ...orderedCoupon(coupon, price, holder, body.email),
    stock: orderedStock(form, holder),
    consentAsked: asked?.kind ?? null,
    consents: body.consents.map((one) => ({ ...one, locale: textsLocale })),
    locale,
    unlessPaidSince: body.isRepeat ? null : repeatsSince(now),
  }
  const attempt = {
    network,
    quoteId: body.quote === undefined ? null : quoteIdOf(body.quote),
    proof: body.proof ?? null,
    hasPaid: false,
    isOfWallet: () => isOfWallet(services, form, body),
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

function orderOf(
  { form, chosen, price, later, isFree }: PricedOrder,
  body: PayFormBody,
): Omit<Order, keyof IdempotencyClaim | 'locale'> {
  const bumpIds = form.pricing.bumps.map(({ id }) => id).filter((id) => chosen.has(id))
  const { tax, taxTitle } = form
  const taxed = { taxTitle, taxPercentage: tax?.percentage ?? null, taxInclusive: tax?.inclusive ?? null }
  const own = price.lines.filter(({ kind }) => kind !== 'bump')
  const bumps = price.lines.filter(({ kind }) => kind === 'bump')
  const { quantity = 1 } = form.pricing
  // What a trial costs, and a set-up fee, is paid once: of how many a trial is stands in its title.
  const counted = ({ kind, title, ...line }: (typeof own)[number]) =>
    kind !== 'form' || quantity === 1
      ? { ...line, kind, title, quantity: 1 }
      : price.full === undefined
        ? { ...line, kind, title, quantity }
        : { ...line, kind, title: timesTitle(quantity, title), quantity: 1 }
  return {
    sellerId: form.sellerId,
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

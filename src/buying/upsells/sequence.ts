import type { Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { translate, type Translated } from '#foundation/language/translations.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import { grossDiscount, type OfferPrice, priceOffer } from '#payments/pricing/price-offer.ts'
import type { LineTax } from '#foundation/db/tables/taxes.ts'
import { type SaleTax, taxColumnsOf, taxFor } from '#payments/pricing/tax-for.ts'
import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import { type Purchase, wasPaid } from '#payments/purchases/purchase.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { couponForOffers } from '#payments/coupons/find-coupon.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import {
  closeShown,
  insertShown,
  listShown,
  loadSequence,
  type Sequence,
  type ShownOfferRow,
} from './store.ts'

/** How long after the payment a buyer can accept offers, in milliseconds. */
const sequenceLifetime = 60 * 60 * 1000

export type Candidate = OfferPrice &
  LineTax & {
    readonly offerId: string | null
    readonly bumpId: string | null
    readonly title: string
    /** The title before translation, or null if `title` is not translated. */
    readonly sellerTitle: string | null
    /** The offer's texts in the order's language. */
    readonly translated: string[]
    readonly description: string
    readonly image: string
    readonly acceptButtonText: string
    readonly declineButtonText: string
  }

/** Whether an order can still have offers. It can for an hour, unless it was fully refunded. */
export function isOpenForOffers({ kind, status, paidAt }: Purchase, now: Date): boolean {
  const isPaid = status === 'paid' || status === 'partially_refunded'
  return kind === 'order' && isPaid && paidAt !== null && now.getTime() - paidAt.getTime() < sequenceLifetime
}

/**
 * The items that can be offered after an order: the form's offer and then its sequence, except items whose
 * price a card cannot pay. After a payment that a bank processes for days, only free items, because it may
 * still be reversed. A `coupon` reduces each price, unless less than the card minimum would be left.
 */
export function candidatesOf(order: Purchase, sequence: Sequence | undefined, coupon?: Coupon): Candidate[] {
  const isSellable =
    sequence?.onboardingStatus === 'completed' &&
    sequence.sellerPlan !== null &&
    !sequence.isSuspended &&
    sequence.stripeAccountId === order.stripeAccountId
  if (sequence === undefined || !isSellable) return []
  const { offer, bumps } = sequence
  const isOwn = order.language === sequence.contentLanguage
  const sale = saleTaxOf(order, sequence)
  const taxed = taxColumnsOf(sale)
  const buttons = { acceptButtonText: t('Yes , please'), declineButtonText: t('No thanks') }
  const items = [
    ...(offer === null ? [] : [{ ...offer, offerId: offer.id, bumpId: null }]),
    ...bumps.map((bump) => ({ ...bump, ...buttons, offerId: null, bumpId: bump.id })),
  ]
  return items.flatMap((item) => {
    const told: typeof item & Translated = isOwn ? item : translate(item, order.language)
    const { offerId, bumpId, title, description, image, acceptButtonText, declineButtonText, amount } = told
    const { translated = [] } = told
    const sellerTitle = title === item.title ? null : item.title
    const words = { title, sellerTitle, description, image, acceptButtonText, declineButtonText }
    const price = priceOffer(amount, sale, order.currency, coupon, order.settlesBy === null)
    return price === undefined
      ? []
      : [{ offerId, bumpId, ...words, translated: [...translated], ...taxed, ...price }]
  })
}

/** The tax on an offer, which is the same as on its order. */
function saleTaxOf(order: Purchase, sequence: Sequence): SaleTax {
  const { tax, sold, contentLanguage, taxMode } = sequence
  if (isProviderMode(taxMode)) return sold === null ? noTax : saleTaxAsSold(sold)
  const told = tax === null || order.language === contentLanguage ? tax : translate(tax, order.language)
  const isVerified = sold?.taxTreatment === 'reverse_charge'
  return taxFor({ ...sequence, tax: told }, { country: sold?.taxCountry ?? null, isVerified })
}

const noTax: SaleTax = { tax: null, treatment: null, country: null }

/** The provider's tax as the order's line has it. */
function saleTaxAsSold(line: LineTax): SaleTax {
  const { taxTitle: title, taxPercentage: percentage, taxInclusive: inclusive } = line
  const isTaxed = title !== null && percentage !== null && inclusive !== null
  return {
    tax: isTaxed ? { title, percentage, inclusive } : null,
    treatment: line.taxTreatment,
    country: line.taxCountry,
  }
}

export function isSameItem(
  one: Pick<Candidate, 'offerId' | 'bumpId'>,
  other: Pick<Candidate, 'offerId' | 'bumpId'>,
): boolean {
  return one.offerId === other.offerId && one.bumpId === other.bumpId
}

/** Whether a shown offer is waiting for the buyer: it is not paid, not at their bank, and not closed. */
export function isUnanswered({ status, closedAs }: ShownOfferRow): boolean {
  const isTaken = status !== null && (wasPaid(status) || status === 'processing')
  return closedAs === null && !isTaken
}

/** Whether an attempt to pay for an offer may still be charged. */
export function isUnderWay({ status }: Pick<ShownOfferRow, 'status'>): boolean {
  return status === 'created' || status === 'unknown' || status === 'requires_action'
}

export type CurrentOffer = { readonly shown: ShownOfferRow; readonly count: number }

/**
 * Shows an order's buyer the offer that is waiting for a decision, or the next one, up to the number that the
 * purchase allows. It is recorded with its price and tax when it is shown, and then does not change. Offers that
 * the seller withdrew before they were accepted are skipped. Undefined if there are no more.
 */
export async function showOffer(services: Services, order: Purchase): Promise<CurrentOffer | undefined> {
  const now = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    await lockPurchase(tx, order.id)
    const shown = await listShown(tx, order.id)
    const waiting = shown.find(isUnanswered)
    if (waiting !== undefined && isUnderWay(waiting)) return { shown: waiting, count: shown.length }
    if (!isOpenForOffers(order, now)) return undefined
    const sequence = await loadSequence(tx, order)
    // The refund may still fail, so an offer that was already shown is not closed yet.
    if (sequence?.isGoingBack === true) return undefined
    const candidates = candidatesOf(order, sequence, await couponLeft(tx, order, shown, sequence))
    const unseen = candidates.filter((item) => !shown.some((row) => isSameItem(row, item)))
    const count = Math.min(shown.length + unseen.length, order.oneTimeOfferCount)
    if (waiting !== undefined) {
      const isOnSale = candidates.some((item) => isSameItem(waiting, item))
      if (isOnSale) return { shown: waiting, count }
      await closeShown(tx, waiting.id, 'withdrawn', now)
    }
    const [next] = unseen
    if (next === undefined || shown.length >= order.oneTimeOfferCount) return undefined
    const position = shown.length
    await insertShown(tx, {
      ...next,
      id: newId(),
      sellerId: order.sellerId,
      orderId: order.id,
      position,
      shownAt: now,
    })
    const added = (await listShown(tx, order.id)).at(-1)
    return added && { shown: added, count }
  })
}

/** The discount of the order's coupon on the next offer. An amount that was already used cannot be used again. */
async function couponLeft(
  tx: Transaction<Database>,
  order: Purchase,
  shown: readonly ShownOfferRow[],
  sequence: Sequence | undefined,
): Promise<Coupon | undefined> {
  if (order.couponCode === null) return undefined
  // After a trial, the discount on the full payments is not part of the order's price.
  const subscription = await subscriptionOfOrder(tx, order)
  const ofTrial = subscription !== undefined && subscription.trialDays > 0 ? subscription.discountAmount : 0
  const taken = shown.filter(({ status }) => status !== null && (wasPaid(status) || status === 'processing'))
  const ofOrder = order.discountAmount + ofTrial
  const used = taken.reduce((sum, row) => sum + row.discountAmount, ofOrder)
  const without = sequence && saleTaxOf(order, sequence).without
  const discountAmount = grossDiscount(used, { without, currency: order.currency })
  return couponForOffers(tx, { ...order, discountAmount })
}

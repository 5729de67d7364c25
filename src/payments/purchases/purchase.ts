import type { Insertable, Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type PurchaseKind, type PurchaseStatus, purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { LinkReplaced } from './errors.ts'

/** A purchase as it is stored; every amount is in minor units of its `currency`. */
export type Purchase = Selectable<Database['purchases']>

/** Whether it is what a recurring price was charged after its order: it goes as its order does. */
export function isLaterPayment(kind: PurchaseKind): boolean {
  return kind === 'renewal' || kind === 'payoff'
}

/** Where the mails about a purchase go. */
export function mailAddressOf({ mailTo, email }: Pick<Purchase, 'mailTo' | 'email'>): string {
  return mailTo ?? email
}

/**
 * How long a buyer may leave their bank unanswered until the purchase is given up, in seconds from its beginning. One that
 * holds the place of a coupon, or pieces of a stock, holds them against others, and no bank asks for so long.
 */
export function abandonedAfter({ couponCode, stockId }: Pick<Purchase, 'couponCode' | 'stockId'>): number {
  return (couponCode === null && stockId === null ? 60 : 20) * 60
}

/** Whether the provider has a part in it: something is paid now, or a card is left for what is paid later. */
export function asksProvider({
  total,
  paymentMethodId,
  confirmationTokenId,
}: Pick<Purchase, 'total' | 'paymentMethodId' | 'confirmationTokenId'>): boolean {
  return total > 0 || paymentMethodId !== null || confirmationTokenId !== null
}

/** A line of a purchase that is to be recorded. */
export type OrderLine = Required<
  Omit<Insertable<Database['purchaseLines']>, 'purchaseId' | 'position' | 'discountAmount' | 'quantity'>
> &
  Pick<Insertable<Database['purchaseLines']>, 'discountAmount' | 'quantity'>

type Moves = Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>>

/**
 * Every move that a payment may make. There is no way back from paid but through a refund; a failed or canceled
 * purchase whose money was taken after all (an authentication that succeeds late in another tab) is paid.
 */
const paymentMoves: Moves = {
  created: ['requires_action', 'processing', 'unknown', 'paid', 'failed', 'canceled'],
  unknown: ['requires_action', 'processing', 'paid', 'failed', 'canceled'],
  requires_action: ['processing', 'paid', 'failed', 'canceled'],
  processing: ['paid', 'failed'],
  failed: ['paid'],
  canceled: ['paid'],
  paid: [],
  partially_refunded: [],
  refunded: [],
}

/**
 * Every move that a refund may make, or its undoing when it fails after all. They are kept apart from a payment's: a
 * late or repeated word that the money was taken never takes a refund back.
 */
const refundMoves: Moves = {
  created: [],
  unknown: [],
  requires_action: [],
  processing: [],
  failed: [],
  canceled: [],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['paid', 'partially_refunded', 'refunded'],
  refunded: ['paid', 'partially_refunded'],
}

/** Where a purchase's state comes from. */
export type MovedBy = 'payment' | 'refund'

/** The states from which a payment, or a refund, may move a purchase to this one. */
export function statesBefore(status: PurchaseStatus, by: MovedBy): PurchaseStatus[] {
  const moves = by === 'payment' ? paymentMoves : refundMoves
  return purchaseStatuses.filter((before) => moves[before].includes(status))
}

/** Whether the buyer's money was taken, even if some of it went back later. */
export function wasPaid(status: PurchaseStatus): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded'
}

/** What the key of a purchase is made of. */
export type Keyed = Pick<Purchase, 'id' | 'keyGeneration'>

/**
 * The secret that opens a purchase to its buyer: made from the purchase's id and the generation of its keys, never stored.
 * The first generation is signed without its number, as it was before there were others.
 */
export function purchaseSecret(secret: string, { id, keyGeneration }: Keyed): string {
  const signature = signatureOf(secret, textOf(id, keyGeneration))
  return keyGeneration === 0 ? signature : `${keyGeneration}.${signature}`
}

const numbered = /^([1-9]\d{0,8})\.(.*)$/s

/**
 * Of which generation a key of the purchase is; undefined where we did not make it. It asks nothing of the store, and its
 * time tells nothing of how much of the key is right.
 */
export function generationOf(secret: string, purchaseId: string, given: string): number | undefined {
  const [, number = '0', signature = given] = numbered.exec(given) ?? []
  const generation = Number(number)
  return isSignature(secret, textOf(purchaseId, generation), signature) ? generation : undefined
}

/**
 * The purchase that a key opens. Throws `NotFound` for a key that we did not make, as for a purchase that there is not, and
 * `LinkReplaced` for one that was good until the buyer's address was corrected.
 */
export function openedBy<Found extends Keyed>(
  secret: string,
  purchase: Found | undefined,
  given: string,
): Found {
  const generation = purchase && generationOf(secret, purchase.id, given)
  if (purchase === undefined || generation === undefined) throw new NotFound()
  if (generation !== purchase.keyGeneration) throw new LinkReplaced()
  return purchase
}

/** Whether a key opens the purchase now. */
export function isOpenedBy(secret: string, { id, keyGeneration }: Keyed, given: string): boolean {
  return generationOf(secret, id, given) === keyGeneration
}

function textOf(id: string, generation: number): string {
  return generation === 0 ? `purchase:${id}` : `purchase:${id}:${generation}`
}

import type { Insertable, Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type PurchaseKind, type PurchaseStatus, purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { LinkReplaced } from './errors.ts'

/** A purchase as it is stored. Every amount is in minor units of its `currency`. */
export type Purchase = Selectable<Database['purchases']>

export function isLaterPayment(kind: PurchaseKind): boolean {
  return kind === 'renewal' || kind === 'payoff'
}

export function mailAddressOf({ mailTo, email }: Pick<Purchase, 'mailTo' | 'email'>): string {
  return mailTo ?? email
}

/**
 * How many seconds after its start an unfinished bank authentication is abandoned. Shorter for a purchase that reserves
 * a coupon use or stock; no bank takes that long.
 */
export function abandonedAfter({ couponCode, stockId }: Pick<Purchase, 'couponCode' | 'stockId'>): number {
  return (couponCode === null && stockId === null ? 60 : 20) * 60
}

/** Whether Stripe is involved, because something is due now or a card is saved for later. */
export function asksProvider({
  total,
  paymentMethodId,
  confirmationTokenId,
}: Pick<Purchase, 'total' | 'paymentMethodId' | 'confirmationTokenId'>): boolean {
  return total > 0 || paymentMethodId !== null || confirmationTokenId !== null
}

/** The columns for a line's tax, in every table of lines. */
export const taxColumns = [
  'taxTitle',
  'taxPercentage',
  'taxInclusive',
  'taxTreatment',
  'taxCountry',
] as const satisfies readonly (keyof Database['purchaseLines'])[]

export type OrderLine = Required<
  Omit<
    Insertable<Database['purchaseLines']>,
    'purchaseId' | 'position' | 'discountAmount' | 'quantity' | 'sellerTitle'
  >
> &
  Pick<Insertable<Database['purchaseLines']>, 'discountAmount' | 'quantity' | 'sellerTitle'>

type Moves = Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>>

/**
 * All allowed changes of a payment's state. A paid one can only be refunded. A failed or canceled purchase
 * that was charged after all, for example by a late authentication in another tab, becomes paid.
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
 * All allowed changes of a refund's state, including its reversal if it fails later. They are separate from a payment's
 * changes, so that a late or repeated report of the charge never undoes a refund.
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

export type MovedBy = 'payment' | 'refund'

export function statesBefore(status: PurchaseStatus, by: MovedBy): PurchaseStatus[] {
  const moves = by === 'payment' ? paymentMoves : refundMoves
  return purchaseStatuses.filter((before) => moves[before].includes(status))
}

/** Whether the buyer was charged, even if they were refunded later. */
export function wasPaid(status: PurchaseStatus): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded'
}

export type Keyed = Pick<Purchase, 'id' | 'keyGeneration'>

/**
 * The secret that opens a purchase to its buyer. It is made from its id and key generation and never stored. The first
 * generation is signed without a number, so that keys from before generations stay valid.
 */
export function purchaseSecret(secret: string, { id, keyGeneration }: Keyed): string {
  const signature = signatureOf(secret, textOf(id, keyGeneration))
  return keyGeneration === 0 ? signature : `${keyGeneration}.${signature}`
}

const numbered = /^([1-9]\d{0,8})\.(.*)$/s

/**
 * The generation of a purchase's key, or undefined if we did not create it. This does not use the database and takes
 * constant time.
 */
export function generationOf(secret: string, purchaseId: string, given: string): number | undefined {
  const [, number = '0', signature = given] = numbered.exec(given) ?? []
  const generation = Number(number)
  return isSignature(secret, textOf(purchaseId, generation), signature) ? generation : undefined
}

/**
 * Returns the purchase that a key opens. Throws `NotFound` for an unknown purchase or a key that we did not
 * create, and `LinkReplaced` for one that was valid until the buyer's email was corrected.
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

export function isOpenedBy(secret: string, { id, keyGeneration }: Keyed, given: string): boolean {
  return generationOf(secret, id, given) === keyGeneration
}

function textOf(id: string, generation: number): string {
  return generation === 0 ? `purchase:${id}` : `purchase:${id}:${generation}`
}

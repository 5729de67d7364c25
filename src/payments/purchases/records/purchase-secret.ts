import { NotFound } from '#foundation/failures/failure.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { LinkReplaced } from '../errors.ts'
import type { Purchase } from '../purchase.ts'

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

import type { Config } from '#foundation/config.ts'
import type { Purchase } from './purchase.ts'
import { purchaseSecret } from './purchase-secret.ts'

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

type File = '' | '/withdraw' | '/invoice.pdf' | '/calendar.ics' | '/invoice-details' | '/early-start'

/** The purchase's own page, or a file that belongs to it; whoever has this address can see it. */
export function purchaseUrl(
  { authSecret, publicUrl }: Addresses,
  purchaseId: string,
  file: File = '',
): string {
  return publicUrl + purchasePath(purchaseId, authSecret, file)
}

/**
 * Where a buyer's bank sends them back to: the form's page, which asks how the purchase stands, at the price that they have
 * chosen, be it one for who has its link. Its secret is in the fragment, which browsers send to no server.
 */
export function returnUrl(
  { authSecret, publicUrl }: Addresses,
  { id, formId, priceId }: Pick<Purchase, 'id' | 'formId' | 'priceId'>,
): string {
  const price = priceId === null ? '' : `&price=${priceId}`
  return `${publicUrl}/payment/${formId}?purchase=${id}${price}#${purchaseSecret(authSecret, id)}`
}

/** The form's page, on our own host. */
export function paymentPath(formId: string): string {
  return `/payment/${formId}`
}

/** Where a buyer asks for all that they bought in a shop. */
export function doorUrl({ publicUrl }: Addresses, sellerId: string): string {
  return publicUrl + doorPath(sellerId)
}

/** The same on our own host; `sellerId` is the shop in the address. */
export function doorPath(sellerId: string): string {
  return `/my/${sellerId}`
}

/** The same on our own host. */
export function purchasePath(purchaseId: string, authSecret: string, file: File = ''): string {
  return `/purchases/${purchaseId}${file}?key=${purchaseSecret(authSecret, purchaseId)}`
}

/** Where the contract is canceled that a purchase began, without signing in and without a script. */
export function cancelContractPath(sellerId: string, purchaseId: string, authSecret: string): string {
  return `/cancel-contract/${sellerId}?${namingPurchase(purchaseId, authSecret)}`
}

/** The shop's page for statements of withdrawal, filled in for a purchase that its own page lets nobody withdraw from. */
export function statementPath(sellerId: string, purchaseId: string, authSecret: string): string {
  return `/withdraw/${sellerId}?${namingPurchase(purchaseId, authSecret)}`
}

function namingPurchase(purchaseId: string, authSecret: string): string {
  return new URLSearchParams({
    purchase: purchaseId,
    key: purchaseSecret(authSecret, purchaseId),
  }).toString()
}

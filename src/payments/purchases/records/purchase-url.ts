import type { Config } from '#foundation/config/config.ts'
import { type Purchase, purchaseSecret, type Keyed } from '../purchase.ts'

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

type File = '' | '/withdraw' | '/invoice.pdf' | '/calendar.ics' | '/invoice-details' | '/early-start'

/** The purchase's own page, or a file that belongs to it; whoever has this address can see it. */
export function purchaseUrl({ authSecret, publicUrl }: Addresses, purchase: Keyed, file: File = ''): string {
  return publicUrl + purchasePath(purchase, authSecret, file)
}

/**
 * Where a buyer's bank sends them back to: the form's page, which asks how the purchase stands, at the price that they have
 * chosen, be it one for who has its link. Its secret is in the fragment, which browsers send to no server.
 */
export function returnUrl(
  { authSecret, publicUrl }: Addresses,
  purchase: Keyed & Pick<Purchase, 'formId' | 'priceId'>,
): string {
  const { id, formId, priceId } = purchase
  const price = priceId === null ? '' : `&price=${priceId}`
  return `${publicUrl}/payment/${formId}?purchase=${id}${price}#${purchaseSecret(authSecret, purchase)}`
}

/** The page of a purchase for a key that was brought, which says what is the matter with it. */
export function pathOfGiven(purchaseId: string, key: string, file: '' | '/link' = ''): string {
  return `/purchases/${encodeURIComponent(purchaseId)}${file}?${new URLSearchParams({ key }).toString()}`
}

/** The form's page, on our own host. */
export function paymentPath(formId: string): string {
  return `/payment/${formId}`
}

/** Where a buyer asks for all that they bought in a shop. */
export function portalUrl({ publicUrl }: Addresses, sellerId: string): string {
  return publicUrl + portalPath(sellerId)
}

/** The same on our own host; `sellerId` is the shop in the address. */
export function portalPath(sellerId: string): string {
  return `/my/${sellerId}`
}

/** The same on our own host. */
export function purchasePath(purchase: Keyed, authSecret: string, file: File = ''): string {
  return `/purchases/${purchase.id}${file}?key=${purchaseSecret(authSecret, purchase)}`
}

/** Where the contract is canceled that a purchase began, without signing in and without a script. */
export function cancelContractPath(sellerId: string, purchase: Keyed, authSecret: string): string {
  return `/cancel-contract/${sellerId}?${namingPurchase(purchase, authSecret)}`
}

/** The shop's page for statements of withdrawal, filled in for a purchase that its own page lets nobody withdraw from. */
export function statementPath(sellerId: string, purchase: Keyed, authSecret: string): string {
  return `/withdraw/${sellerId}?${namingPurchase(purchase, authSecret)}`
}

function namingPurchase(purchase: Keyed, authSecret: string): string {
  return new URLSearchParams({
    purchase: purchase.id,
    key: purchaseSecret(authSecret, purchase),
  }).toString()
}

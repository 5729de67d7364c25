import type { Config } from '#foundation/config/config.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { withLanguage } from '#foundation/language/with-language.ts'
import { type Purchase, purchaseSecret, type Keyed } from '../purchase.ts'

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

type File =
  | ''
  | '/withdraw'
  | '/invoice.pdf'
  | '/invoice.xml'
  | '/calendar.ics'
  | '/invoice-details'
  | '/early-start'
  | '/pause'
  | '/cancel-reason'

/** Anyone with this URL can open the purchase's page or file. */
export function purchaseUrl({ authSecret, publicUrl }: Addresses, purchase: Keyed, file: File = ''): string {
  return publicUrl + purchasePath(purchase, authSecret, file)
}

/**
 * The URL to which a bank returns the buyer: the form's page at the chosen price, even if hidden. The page then
 * requests the purchase's state. The secret is in the fragment, which browsers do not send to servers.
 */
export function returnUrl(
  { authSecret, publicUrl }: Addresses,
  purchase: Keyed & Pick<Purchase, 'formId' | 'priceId' | 'language'>,
): string {
  const { id, formId, priceId, language } = purchase
  const price = priceId === null ? '' : `&price=${priceId}`
  const page = withLanguage(`${paymentPath(formId)}?purchase=${id}${price}`, language)
  return `${publicUrl}${page}#${purchaseSecret(authSecret, purchase)}`
}

/** The path of a purchase's page for a given key. The page reports a wrong key. */
export function pathOfGiven(purchaseId: string, key: string, file: '' | '/link' = ''): string {
  return `/purchases/${encodeURIComponent(purchaseId)}${file}?${new URLSearchParams({ key }).toString()}`
}

export function paymentPath(formId: string): string {
  return `/payment/${formId}`
}

export function portalUrl({ publicUrl }: Addresses, sellerId: string): string {
  return publicUrl + inPageLanguage(portalPath(sellerId))
}

export function portalPath(sellerId: string): string {
  return `/my/${sellerId}`
}

/** A path to a page in the same language as the page or email that links to it. */
export function inPageLanguage(path: string): string {
  return withLanguage(path, currentLanguage())
}

export function purchasePath(purchase: Keyed, authSecret: string, file: File = ''): string {
  return `/purchases/${purchase.id}${file}?key=${purchaseSecret(authSecret, purchase)}`
}

/** The path of one of a purchase's further documents, such as a credit note. */
export function documentPath(purchase: Keyed, authSecret: string, documentId: string): string {
  return `${purchasePath(purchase, authSecret, '/invoice.pdf')}&document=${documentId}`
}

/** The path for canceling a purchase's contract, without signing in or JavaScript. */
export function cancelContractPath(sellerId: string, purchase: Keyed, authSecret: string): string {
  return inPageLanguage(`/cancel-contract/${sellerId}?${namingPurchase(purchase, authSecret)}`)
}

/** The shop's withdrawal page, filled in for a purchase whose own page does not offer a withdrawal. */
export function statementPath(sellerId: string, purchase: Keyed, authSecret: string): string {
  return inPageLanguage(`/withdraw/${sellerId}?${namingPurchase(purchase, authSecret)}`)
}

function namingPurchase(purchase: Keyed, authSecret: string): string {
  return new URLSearchParams({
    purchase: purchase.id,
    key: purchaseSecret(authSecret, purchase),
  }).toString()
}

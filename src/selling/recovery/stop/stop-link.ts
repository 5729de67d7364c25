import { isId } from '#foundation/db/new-id.ts'
import { withLanguage } from '#foundation/language/with-language.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { type Addresses, portalPath } from '#payments/purchases/records/purchase-url.ts'

/** A buyer in a shop, by the hash of their address. */
export type Stopped = { readonly sellerId: string; readonly emailKey: string }

/** This path is one of the shop's pages for buyers, which are in the buyers' languages. */
export const stopRoute = '/my/:shop/emails'

/** The link that ends a shop's emails about unpaid orders to an address. It never expires and does nothing else. */
export function stopUrl(
  { authSecret, publicUrl }: Addresses,
  { sellerId, emailKey, language }: Stopped & { readonly language: string },
): string {
  const link = `${emailKey}.${signatureOf(authSecret, textOf({ sellerId, emailKey }))}`
  const path = `${portalPath(sellerId)}/emails?${new URLSearchParams({ link }).toString()}`
  return publicUrl + withLanguage(path, language)
}

/** Undefined if the link is not ours. */
export function readStopLink(secret: string, sellerId: string, link: string): Stopped | undefined {
  const [emailKey = '', signature = ''] = link.split('.')
  const isOurs = isId(sellerId) && isSignature(secret, textOf({ sellerId, emailKey }), signature)
  return isOurs ? { sellerId, emailKey } : undefined
}

function textOf({ sellerId, emailKey }: Stopped): string {
  return `stop-mails:${sellerId}:${emailKey}`
}

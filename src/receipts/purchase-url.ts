import { purchaseSecret } from '#checkout/quote.ts'
import type { Config } from '#config.ts'

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

/** The purchase's own page, or what belongs to it; whoever has this address can see it. */
export function purchaseUrl(
  { authSecret, publicUrl }: Addresses,
  purchaseId: string,
  file: '' | '/invoice.pdf' | '/calendar.ics' = '',
): string {
  return `${publicUrl}/purchases/${purchaseId}${file}?key=${purchaseSecret(authSecret, purchaseId)}`
}

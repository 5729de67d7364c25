import { purchaseSecret } from '#checkout/quote.ts'
import type { Config } from '#config.ts'

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

/** The purchase's own page; whoever has this address can see it. */
export function purchaseUrl({ authSecret, publicUrl }: Addresses, purchaseId: string): string {
  return `${publicUrl}/purchases/${purchaseId}?key=${purchaseSecret(authSecret, purchaseId)}`
}

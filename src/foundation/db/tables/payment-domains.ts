import type { Defaulted, View } from '../driver/column-types.ts'

/** A host of payment pages that a connected account has registered for wallets. */
export type PaymentDomainsTable = {
  stripeAccountId: string
  domain: string
  /** The status of the host. `inactive` means that the provider could not verify it, so wallets are not shown there. */
  status: Defaulted<'pending' | 'active' | 'inactive'>
  checkedAt: Date | null
  nextCheckAt: Date
  checkCount: Defaulted<number>
}

export type PaymentDomainsView = View<PaymentDomainsTable, 'domain' | 'status'>

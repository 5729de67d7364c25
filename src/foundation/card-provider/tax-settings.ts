import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** Whether an account can calculate taxes. `missing` has the provider's names for missing settings. */
export type TaxSettings = { readonly status: 'active' | 'pending'; readonly missing: string[] }

export function taxSettings(stripe: Stripe, call: ProviderCall) {
  return {
    async retrieveTaxSettings(account: string): Promise<TaxSettings> {
      const settings = await call('tax.settings.retrieve', (options) =>
        stripe.tax.settings.retrieve({}, { ...options, stripeAccount: account }),
      )
      return {
        status: settings.status === 'active' ? 'active' : 'pending',
        missing: settings.status_details.pending?.missing_fields ?? [],
      }
    },
  }
}

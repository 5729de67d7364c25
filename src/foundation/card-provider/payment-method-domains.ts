import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** Whether wallets are shown on a host's pages. */
export type DomainStatus = 'active' | 'inactive'

export function paymentMethodDomains(stripe: Stripe, call: ProviderCall) {
  return {
    /**
     * Registers a host with a connected account, and makes the provider check it again if wallets are not
     * shown there. Safe to repeat, because an account has each host only once.
     */
    async registerDomain(account: string, domain: string): Promise<DomainStatus> {
      const made = await call('paymentMethodDomains.create', (options) =>
        stripe.paymentMethodDomains.create(
          { domain_name: domain, enabled: true },
          { ...options, stripeAccount: account },
        ),
      )
      // Checks Apple Pay, the wallet with the strictest requirements.
      if (made.apple_pay.status === 'active') return 'active'
      const { apple_pay: applePay } = await call('paymentMethodDomains.validate', (options) =>
        stripe.paymentMethodDomains.validate(made.id, {}, { ...options, stripeAccount: account }),
      )
      return applePay.status === 'active' ? 'active' : 'inactive'
    },
  }
}

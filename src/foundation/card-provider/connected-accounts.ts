import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** A connected account as the onboarding needs it. `requirements` are the provider's names for missing information. */
export type ConnectedAccount = {
  readonly id: string
  readonly detailsSubmitted: boolean
  readonly chargesEnabled: boolean
  /** The country's ISO code, or null while it is only the provider's guess. */
  readonly country: string | null
  /** The enabled payment methods, by the provider's type names such as `card`, `link` and `ideal`. */
  readonly paymentMethods: readonly string[]
  readonly requirements: readonly string[]
  /** When the provider needs the missing information. */
  readonly requiredBy: Date | null
}

export function connectedAccounts(stripe: Stripe, call: ProviderCall) {
  return {
    /** Creates the seller's account. The same key returns the same account. */
    async createAccount(seller: { id: string; email: string }): Promise<ConnectedAccount> {
      const account = await call('accounts.create', (options) =>
        stripe.accounts.create(
          {
            email: seller.email,
            controller: {
              fees: { payer: 'account' },
              losses: { payments: 'stripe' },
              requirement_collection: 'stripe',
              stripe_dashboard: { type: 'full' },
            },
            capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
            metadata: { seller: seller.id },
          },
          { ...options, idempotencyKey: `seller-${seller.id}-account` },
        ),
      )
      return describeAccount(account)
    },

    async retrieveAccount(account: string): Promise<ConnectedAccount> {
      return describeAccount(
        await call('accounts.retrieve', (options) => stripe.accounts.retrieve(account, {}, options)),
      )
    },

    /** Creates a URL of the provider's onboarding page, which works once and only for a few minutes. */
    async createOnboardingLink(account: string, urls: { return: string; refresh: string }): Promise<string> {
      const link = await call('accountLinks.create', (options) =>
        stripe.accountLinks.create(
          { account, type: 'account_onboarding', return_url: urls.return, refresh_url: urls.refresh },
          options,
        ),
      )
      return link.url
    },
  }
}

function describeAccount(account: Stripe.Account): ConnectedAccount {
  const deadline = account.requirements?.current_deadline ?? null
  return {
    id: account.id,
    detailsSubmitted: account.details_submitted,
    chargesEnabled: account.charges_enabled,
    country: account.details_submitted ? (account.country ?? null) : null,
    paymentMethods: methodsOf(account.capabilities),
    requirements: account.requirements?.currently_due ?? [],
    requiredBy: deadline === null ? null : new Date(deadline * 1000),
  }
}

/** The payment methods that an account can use. Each capability is named after its payment method type. */
function methodsOf(capabilities: Stripe.Account.Capabilities = {}): string[] {
  return Object.entries(capabilities)
    .flatMap(([name, status]) => {
      const type = /^(\w+)_payments$/.exec(name)?.[1]
      return type !== undefined && status === 'active' ? [type] : []
    })
    .toSorted()
}

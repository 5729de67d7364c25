import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

export function confirmationTokens(stripe: Stripe, call: ProviderCall) {
  return {
    /** Whether a token contains a card from a wallet, confirmed by the signature of the device. */
    async isWalletToken(account: string, id: string): Promise<boolean> {
      const token = await call('confirmationTokens.retrieve', (options) =>
        stripe.confirmationTokens.retrieve(id, {}, { ...options, stripeAccount: account }),
      )
      const wallet = token.payment_method_preview?.card?.wallet?.type
      return wallet === 'apple_pay' || wallet === 'google_pay'
    },
  }
}

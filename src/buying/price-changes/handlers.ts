import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { changePrice, undoPriceChange } from '#payments/subscriptions/change/change-price.ts'
import { limitChanges } from '#payments/subscriptions/change/limit-changes.ts'
import { describeSubscription } from '#payments/subscriptions/describe-subscription.ts'
import { findOfBuyer } from '#payments/subscriptions/find-subscription.ts'
import type { priceChangesContract } from './contract.ts'
import { offeredPrices } from './offered-prices.ts'

export function priceChangesHandlers(
  services: PaymentServices,
  authSecret: string,
  limiter: Limiter,
): Handlers<typeof priceChangesContract> {
  return {
    async changeSubscriptionPrice({ params, body, request }) {
      const { secret, price: priceId, total, from, after } = body
      const claimed = { id: params.id, secret, address: request.ip }
      const { row, order } = await findOfBuyer(services, authSecret, limiter, claimed)
      await limitChanges(limiter, row, 'buyer')
      const chosen = { priceId, total, from: new Date(from), after }
      const changed = await changePrice(
        services,
        row,
        order,
        async (present) =>
          (await offeredPrices(services, present, order)).find((price) => price.priceId === priceId),
        chosen,
      )
      return describeSubscription(changed, services.clock.now())
    },

    async keepSubscriptionPrice({ params, body, request }) {
      const claimed = { id: params.id, secret: body.secret, address: request.ip }
      const { row, order } = await findOfBuyer(services, authSecret, limiter, claimed)
      await limitChanges(limiter, row, 'buyer')
      const changed = await undoPriceChange(services, row, order, body.change)
      return describeSubscription(changed, services.clock.now())
    },
  }
}

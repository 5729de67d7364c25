import { found, NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { ChargeAttempt } from '#payments/card-testing/guard.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { answerToPaying } from '#payments/purchases/settle/outcome.ts'
import { bringUpToDate, cancelSubscription, resumeSubscription } from './end/cancel-subscription.ts'
import { beginCardChange, finishCardChange } from './change/change-card.ts'
import { limitChanges } from './change/limit-changes.ts'
import type { subscriptionsContract } from './contract.ts'
import { collectNow } from './collect/collect-now.ts'
import { describeSubscription } from './describe-subscription.ts'
import { CardRefused } from './errors.ts'
import { findOfBuyer } from './find-subscription.ts'
import { findEarlyPayoff, giveUpEarlyPayoff, payOffEarly, type PaidOff } from './collect/early-payoff.ts'
import { pauseRefusal, pauseSubscription, refused, takePauseBack } from './pause/ask-pause.ts'
import { pauseEnds } from './pause/pause-state.ts'
import { begunSubscriptionOf } from './begin/begin-subscription.ts'
import type { Subscription } from './store.ts'

function chargeAttemptOf(address: string): ChargeAttempt {
  return { network: clientNetwork(address), quoteId: null, proof: null, hasPaid: true }
}

const nothingAfter = { successMessage: null, redirectUrl: null }

export function subscriptionsHandlers(
  services: PaymentServices,
  authSecret: string,
  limiter: Limiter,
): Handlers<typeof subscriptionsContract> {
  const describe = (row: Subscription) => describeSubscription(row, services.clock.now())

  const ofBuyer = (id: string, secret: string, address: string) =>
    findOfBuyer(services, authSecret, limiter, { id, secret, address })

  const findOfSeller = async (id: string, sellerId: string) => {
    const sale = await findPurchaseById(services.db, id)
    if (sale === undefined || sale.sellerId !== sellerId) throw new NotFound()
    return found(await begunSubscriptionOf(services.db, sale))
  }

  const answerEarlyPayoff = ({ charged, subscription }: PaidOff) => {
    const outcome = answerToPaying(authSecret, charged, nothingAfter)
    const status = outcome.status === 'failed' ? 'processing' : outcome.status
    const clientSecret = outcome.status === 'requires_action' ? outcome.clientSecret : null
    return { status, clientSecret, payoffId: outcome.purchaseId, subscription: describe(subscription) }
  }

  return {
    async getSubscription({ params, body, request }) {
      const { row } = await ofBuyer(params.id, body.secret, request.ip)
      const isDue = row.nextCheckAt !== null && row.nextCheckAt <= services.clock.now()
      const mayHaveMoved = isDue || row.unpaidInvoiceId !== null
      return describe(mayHaveMoved ? await bringUpToDate(services, row, 'buyer asked') : row)
    },

    async cancelSubscription({ params, body, request }) {
      const { row } = await ofBuyer(params.id, body.secret, request.ip)
      return describe(await cancelSubscription(services, row, 'period_end', 'buyer'))
    },

    async resumeSubscription({ params, body, request }) {
      const { row } = await ofBuyer(params.id, body.secret, request.ip)
      await limitChanges(limiter, row, 'buyer')
      return describe(await resumeSubscription(services, row))
    },

    async beginCardChange({ params, body, request }) {
      await limiter.take([{ rule: 'cardChangeFromAddress', subject: clientNetwork(request.ip) }])
      const { row, order } = await ofBuyer(params.id, body.secret, request.ip)
      await services.guard.admit({ ...order, orderId: order.id }, chargeAttemptOf(request.ip))
      await limiter.take([{ rule: 'cardChangeOfSubscription', subject: row.id }])
      const { id: setupIntentId, clientSecret } = await beginCardChange(services, row)
      return { setupIntentId, clientSecret }
    },

    async finishCardChange({ params, body, request }) {
      const { row, order } = await ofBuyer(params.id, body.secret, request.ip)
      const attempt = chargeAttemptOf(request.ip)
      const tried = { ...order, orderId: order.id }
      await services.guard.admit(tried, attempt)
      try {
        const { setupIntentId, due } = body
        const { subscription, clientSecret } = await finishCardChange(services, row, setupIntentId, due)
        if (clientSecret !== null) await services.guard.recordSecret(order.id, clientSecret)
        return { subscription: describe(subscription), clientSecret }
      } catch (error) {
        if (error instanceof CardRefused) await services.guard.countDecline(tried, attempt.network)
        throw error
      }
    },

    async payOffSubscription({ params, body, headers, request }) {
      await limiter.take([{ rule: 'cardChangeFromAddress', subject: clientNetwork(request.ip) }])
      const { row, order } = await ofBuyer(params.id, body.secret, request.ip)
      const press = {
        total: body.total,
        key: headers['idempotency-key'],
        attempt: chargeAttemptOf(request.ip),
      }
      return answerEarlyPayoff(await payOffEarly(services, row, order, press))
    },

    async getPayoffState({ params, body, request }) {
      const { row } = await ofBuyer(params.id, body.secret, request.ip)
      const payoff = found(await findEarlyPayoff(services, row, body.payoffId))
      return answerEarlyPayoff(payoff)
    },

    async giveUpPayOff({ params, body, request }) {
      const { row } = await ofBuyer(params.id, body.secret, request.ip)
      const after = found(await giveUpEarlyPayoff(services, row, body.payoffId))
      return describe(after)
    },

    async collectSaleSubscription({ caller, params }) {
      const row = await findOfSeller(params.id, caller.sellerId)
      await limiter.take([{ rule: 'renewalTry', subject: row.id }])
      return describe(await collectNow(services, row))
    },

    async cancelSaleSubscription({ caller, params, body }) {
      const row = await findOfSeller(params.id, caller.sellerId)
      return describe(await cancelSubscription(services, row, body.at, 'seller'))
    },

    async pauseSaleSubscription({ caller, params, body }) {
      const row = await findOfSeller(params.id, caller.sellerId)
      await limitChanges(limiter, row, 'seller')
      const until = pauseEnds(row, services.clock.now())[body.payments - 1]
      if (until === undefined)
        throw refused((await pauseRefusal(services, row, 'pause', 'seller')) ?? 'too_long', 'seller')
      const choice = { next: new Date(body.next), until }
      return describe(await pauseSubscription(services, row, 'pause', choice, 'seller'))
    },

    async unpauseSaleSubscription({ caller, params }) {
      const row = await findOfSeller(params.id, caller.sellerId)
      await limitChanges(limiter, row, 'seller')
      return describe(await takePauseBack(services, row, 'seller'))
    },
  }
}

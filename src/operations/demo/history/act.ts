import { z } from 'zod'
import { inTransaction } from '#foundation/db/database.ts'
import { syncDisputes } from '#payments/disputes/sync-disputes.ts'
import { recordEnds } from '#payments/disputes/record-ends.ts'
import { purchaseOutcome } from '#payments/purchases/contract.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { syncByCustomer } from '#payments/subscriptions/find-subscription.ts'
import { answerOffers } from '../answer-offers.ts'
import type { DemoApi } from '../demo-api.ts'
import type { SeededForms } from '../seed-forms.ts'
import type { PastProvider } from './past-provider.ts'
import type { HistorySale } from './plan-sales.ts'
import type { Step } from './steps.ts'

type Ordered = { readonly purchaseId: string; readonly secret: string }
export type Stage = {
  readonly services: PaymentServices
  /** As anybody calls it. */
  readonly api: DemoApi
  readonly provider: PastProvider
  readonly seeded: SeededForms
}

const begunSetup = z.object({ setupIntentId: z.string(), clientSecret: z.string() })

/**
 * Does a step as it is done: by buyers at the public routes, by the seller and the provider through the behaviours. Done
 * again, it changes nothing more.
 */
export function act(stage: Stage, { does, sale }: Step): Promise<void> {
  return acts[does](stage, sale)
}

const acts: Readonly<Record<Step['does'], (stage: Stage, sale: HistorySale) => Promise<void>>> = {
  async buy(stage, sale) {
    const answer = await pay(stage, sale)
    if (sale.isDeclined || sale.accepted === undefined) return
    await answerOffers(stage.api, purchaseOutcome.parse(answer), sale.accepted, sale.key)
  },

  async refund(stage, sale) {
    const { purchaseId } = await orderOf(stage, sale)
    if (sale.refund === undefined) return
    const { amount } = sale.refund
    await refundPurchase(stage.services, purchaseId, {
      amount: amount === 'all' ? null : amount * 100,
      idempotencyKey: sale.key,
      requestedBy: 'seller',
    })
  },

  async cancel({ api, ...stage }, sale) {
    const { purchaseId, secret } = await orderOf({ api, ...stage }, sale)
    await api.call('POST', `/stripe/purchases/${purchaseId}/subscription/cancel`, { body: { secret } })
  },

  break: (stage, sale) => changeCard(stage, sale, 'pm_card_chargeCustomerFail'),
  mend: (stage, sale) => changeCard(stage, sale, 'pm_card_visa'),

  async answer({ services, provider, ...stage }, sale) {
    const { account, paymentIntentId } = await purchaseOf({ services, provider, ...stage }, sale)
    const [dispute] = await services.provider.listDisputesOf(account, paymentIntentId)
    if (dispute?.status === 'needs_response') await provider.winDispute(account, dispute.id)
  },

  async look(stage, sale) {
    const { purchaseId, account, customerId } = await purchaseOf(stage, sale)
    if (sale.form.plan === undefined) {
      await syncDisputes(stage.services, purchaseId)
      // Nobody is told; whoever is would have written it down.
      await inTransaction(stage.services.db, recordEnds)
    } else await syncByCustomer(stage.services, account, customerId, 'reconciler')
  },
}

/** A declined card is no failure of the demo. */
function pay({ api, seeded }: Stage, sale: HistorySale): Promise<unknown> {
  const { form, name, email, card, coupon, key } = sale
  const body = {
    form: seeded.forms.get(form.title),
    bumps: sale.bumps.map((title) => seeded.bumps.get(title)),
    name,
    email,
    paymentMethodId: card,
    ...(coupon === undefined ? {} : { coupon }),
  }
  return api.call('POST', '/stripe/pay-form', { body, key }, sale.isDeclined ? 402 : undefined)
}

/** What was ordered earlier: asked for again with its key, which answers what it led to. */
async function orderOf(stage: Stage, sale: HistorySale): Promise<Ordered> {
  return purchaseOutcome.parse(await pay(stage, sale))
}

async function purchaseOf(stage: Stage, sale: HistorySale) {
  const { purchaseId } = await orderOf(stage, sale)
  const purchase = await findPurchaseById(stage.services.db, purchaseId)
  if (purchase === undefined) throw new Error(`The demo has lost the sale ${sale.key}`)
  const { stripeAccountId: account, stripeCustomerId, paymentIntentId } = purchase
  return { purchaseId, account, customerId: stripeCustomerId ?? '', paymentIntentId: paymentIntentId ?? '' }
}

/** As the buyer does it on their purchase's page; what is unpaid is paid with it at once. */
async function changeCard(stage: Stage, sale: HistorySale, card: string): Promise<void> {
  const { purchaseId, secret } = await orderOf(stage, sale)
  const { account } = await purchaseOf(stage, sale)
  const path = `/stripe/purchases/${purchaseId}/subscription/card`
  const setup = begunSetup.parse(await stage.api.call('POST', path, { body: { secret } }))
  await stage.provider.confirmSetup(account, setup, card)
  const body = { secret, setupIntentId: setup.setupIntentId }
  await stage.api.call('POST', `${path}/finish`, { body })
}

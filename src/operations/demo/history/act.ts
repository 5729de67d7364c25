import { z } from 'zod'
import { inTransaction } from '#foundation/db/database.ts'
import { syncDisputes } from '#payments/disputes/record-dispute.ts'
import { recordEnds } from '#payments/disputes/record-ends.ts'
import { reminderText } from '#buying/checkout/messages.ts'
import { processDueStatements } from '#buying/withdrawal/refund/process-statements.ts'
import { receiveStatement } from '#buying/withdrawal/statement/receive-statement.ts'
import { withdrawalTexts } from '#buying/withdrawal/texts.ts'
import { purchaseOutcome } from '#payments/purchases/contract.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { checkPurchase } from '#payments/purchases/settle/check-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { syncByCustomer } from '#payments/subscriptions/find-subscription.ts'
import { answerOffers } from '../answer-offers.ts'
import type { DemoApi } from '../demo-api.ts'
import type { SeededForms } from '../seed-forms.ts'
import { findAtBank } from '../store.ts'
import type { PastProvider } from './past-provider.ts'
import type { HistorySale } from './plan-sales.ts'
import { day, hour } from './rhythm.ts'

type Ordered = { readonly purchaseId: string; readonly secret: string }
export type Stage = {
  readonly services: PaymentServices
  /** A client that is not signed in. */
  readonly api: DemoApi
  /** Signs the seller in again, because sessions expire as the demo's time passes. */
  readonly seller: () => Promise<DemoApi>
  readonly provider: PastProvider
  readonly seeded: SeededForms
}

const begunSetup = z.object({ setupIntentId: z.string(), clientSecret: z.string() })

/**
 * Performs a step of the demo's history. Buyers act through the public routes. The seller and Stripe act through the
 * domains' functions. Repeating a step changes nothing.
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

  async remind({ api, seeded }, { form, name, email }) {
    const body = { form: seeded.forms.get(form.title), name, email, consent: reminderText() }
    await api.call('POST', '/stripe/purchases/reminders', { body })
  },

  async abandon({ services }, { email }) {
    const id = await findAtBank(services.db, email)
    const purchase = id === undefined ? undefined : await findPurchaseById(services.db, id)
    if (purchase !== undefined) await checkPurchase(services, purchase, 'reconciler')
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

  async withdraw({ services, ...stage }, sale) {
    const { purchaseId, sellerId } = await purchaseOf({ services, ...stage }, sale)
    const values = {
      name: sale.name,
      email: sale.email,
      reference: purchaseId,
      ground: '',
      cause: '',
      endsOn: '',
    }
    const statement = withdrawalTexts.statement(purchaseId)
    // The purchase's own id makes this repeatable.
    await receiveStatement(services, { id: purchaseId, kind: 'withdrawal', sellerId, values, statement })
    await processDueStatements(services)
  },

  async accept({ seller, ...stage }, sale) {
    const { purchaseId } = await orderOf({ seller, ...stage }, sale)
    await (await seller()).call('POST', `/withdrawals/${purchaseId}/refund`, { body: {} }, 409)
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
      // No notification follows, because the collector would have recorded it.
      await inTransaction(stage.services.db, recordEnds)
    } else await syncByCustomer(stage.services, account, customerId, 'reconciler')
  },
}

/** A declined card is part of the demo. */
function pay({ api, seeded }: Stage, sale: HistorySale): Promise<unknown> {
  const { form, name, email, card, coupon, key } = sale
  const body = {
    form: seeded.forms.get(form.title),
    bumps: sale.bumps.map((title) => seeded.bumps.get(title)),
    name,
    email,
    paymentMethodId: card,
    ...(coupon === undefined ? {} : { coupon }),
    source: sale.source,
  }
  return api.call('POST', '/stripe/pay-form', { body, key }, sale.isDeclined ? 402 : undefined)
}

/** Finds an earlier order by repeating its request with the same key, which returns the original response. */
async function orderOf(stage: Stage, sale: HistorySale): Promise<Ordered> {
  return purchaseOutcome.parse(await pay(stage, sale))
}

async function purchaseOf(stage: Stage, sale: HistorySale) {
  const { purchaseId } = await orderOf(stage, sale)
  const purchase = await findPurchaseById(stage.services.db, purchaseId)
  if (purchase === undefined) throw new Error(`The demo has lost the sale ${sale.key}`)
  const { sellerId, stripeAccountId: account, stripeCustomerId, paymentIntentId } = purchase
  return {
    purchaseId,
    sellerId,
    account,
    customerId: stripeCustomerId ?? '',
    paymentIntentId: paymentIntentId ?? '',
  }
}

/** Acts like the buyer on the purchase page. An unpaid renewal is paid right away. */
async function changeCard(stage: Stage, sale: HistorySale, card: string): Promise<void> {
  const { purchaseId, secret } = await orderOf(stage, sale)
  const { account } = await purchaseOf(stage, sale)
  const path = `/stripe/purchases/${purchaseId}/subscription/card`
  const setup = begunSetup.parse(await stage.api.call('POST', path, { body: { secret } }))
  await stage.provider.confirmSetup(account, setup, card)
  const body = { secret, setupIntentId: setup.setupIntentId }
  await stage.api.call('POST', `${path}/finish`, { body })
}

/**
 * The actions in the demo's history, one step each. People `buy`, `refund`, `withdraw` and `cancel`, ask the page to
 * `remind` them, or `abandon` a payment at their bank. A subscription's card `breaks` or is `mended`. The seller
 * `accepts` a withdrawal or `answers` a dispute. `look` reads changes from Stripe.
 */
type Step = {
  readonly at: number
  readonly does:
    | 'buy'
    | 'remind'
    | 'abandon'
    | 'refund'
    | 'withdraw'
    | 'accept'
    | 'cancel'
    | 'break'
    | 'mend'
    | 'answer'
    | 'look'
  readonly sale: HistorySale
}

/** All steps up to a time, in order. */
export function stepsOf(sales: readonly HistorySale[], until: number): Step[] {
  const all = sales.flatMap((sale) => [
    { at: sale.at, does: sale.story === 'left at page' ? 'remind' : 'buy', sale } as const,
    ...afterwards(sale, until),
  ])
  return all.filter(({ at }) => at < until).toSorted((one, other) => one.at - other.at)
}

function afterwards(sale: HistorySale, until: number): Step[] {
  const { at, refund, story } = sale
  const step = (does: Step['does'], after: number): Step => ({ at: at + after, does, sale })
  const refunded = refund === undefined ? [] : [step('refund', refund.at - at)]
  if (story === 'left at page') return []
  // A payment left at the bank is abandoned after an hour.
  if (story === 'left at bank') return [step('abandon', 1.1 * hour)]
  if (story === 'withdrawal open') return [step('withdraw', 26 * hour)]
  if (story === 'withdrawal accepted') return [step('withdraw', 26 * hour), step('accept', 46 * hour)]
  if (story === 'dispute open') return [step('look', hour)]
  if (story === 'dispute won')
    return [step('look', hour), step('answer', 6 * day), step('look', 6 * day + hour)]
  if (sale.form.plan === undefined || sale.isDeclined) return refunded
  // A renewal is charged an hour after its invoice was created.
  const renewals = renewalsOf(at, until).map((renewal) => step('look', renewal - at + 2 * hour))
  if (story === 'canceled') return [...renewals, step('cancel', 37 * day)]
  if (story === 'card fails') return [step('break', 20 * day), ...renewals, ...retriesOf(renewals)]
  if (story === 'card mended') {
    const [failed] = renewals
    const mended =
      failed === undefined ? [] : [{ ...failed, does: 'mend', at: failed.at + 30 * hour } as const]
    return [step('break', 20 * day), ...renewals, ...mended, ...retriesOf(renewals)]
  }
  return renewals
}

function renewalsOf(at: number, until: number): number[] {
  const renewals: number[] = []
  for (let count = 1; ; count += 1) {
    const due = new Date(at)
    due.setUTCMonth(due.getUTCMonth() + count)
    if (due.getTime() > until) return renewals
    renewals.push(due.getTime())
  }
}

/** Stripe retries a card after three days. */
function retriesOf([failed]: readonly Step[]): Step[] {
  return failed === undefined ? [] : [{ ...failed, at: failed.at + 3 * day }]
}

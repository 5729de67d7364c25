import { z } from 'zod'
import { countFailedPlanCard } from '#accounts/billing/count-failed-plan-card.ts'
import { settlePlanByEvent } from '#accounts/billing/subscription/reconcile-plans.ts'
import { readConnectedAccount } from '#accounts/onboarding/onboarding-state.ts'
import type { ProviderEvent } from '#foundation/card-provider/webhooks.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Alongside } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import { recordPayoutByEvent } from '#payments/payouts/record-payout.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { countFailedTry } from '#payments/purchases/settle/count-failed-try.ts'
import { settleByEvent } from '#payments/purchases/settle/check-purchase.ts'
import { settleRefundsByEvent } from '#payments/refunds/settle-refunds-by-event.ts'
import { countFailedRenewal, countFailedSetup } from '#payments/subscriptions/change/failed-setups.ts'
import { syncByCustomer, syncByEvent } from '#payments/subscriptions/find-subscription.ts'
import { recheckCards } from '#payments/subscriptions/notices/check-cards.ts'
import { checkAgain } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { findPurchaseById, findPurchaseOfIntent } from '#payments/purchases/records/find-purchase.ts'
import { claimEvents, type Turn } from './claim-events.ts'
import { finishEvent, postponeEvent, type StoredEvent } from './store.ts'
import type { usedEvents } from './used-events.ts'

const metadata = z.record(z.string(), z.string()).nullish()

/** An id, or null if it is anything else. */
const reference = z.string().nullish().catch(null)

const snapshot = z.object({
  data: z.object({
    object: z.object({
      id: z.string(),
      payment_intent: z.string().nullish(),
      customer: reference,
      metadata,
      parent: z
        .object({ subscription_details: z.object({ subscription: z.string(), metadata }).nullish() })
        .nullish(),
    }),
  }),
})
type EventObject = z.output<typeof snapshot>['data']['object']

/**
 * Handles an event. False if its subject is not known here (yet), so that it is stored and tried again. `finish` is
 * called in the transaction of the event's effects, so that both or neither are stored. If there are no effects, it
 * need not be called.
 */
type Work = (
  services: PaymentServices,
  account: string,
  object: EventObject,
  finish: Alongside,
) => Promise<boolean>

const paymentIntent: Work = (services, account, object, finish) =>
  settleByEvent(services, account, object.id, object.metadata?.['purchase'], finish)

const nothingAlongside: Alongside = () => Promise.resolve()

/** The count is in a different transaction from the purchase, so the event is done only after both. */
const failedPayment: Work = async (services, account, object) => {
  const purchaseId = object.metadata?.['purchase']
  const isKnown = await settleByEvent(services, account, object.id, purchaseId, nothingAlongside)
  if (purchaseId === undefined)
    await countFailedRenewal(services, account, object.id, object.customer ?? null)
  else if (isKnown) await countFailedTry(services, account, purchaseId, object.id)
  return isKnown
}

const failedSetup: Work = async (services, account, object) => {
  const { id, customer, metadata: data } = object
  await countFailedSetup(services, account, { id, customerId: customer ?? null, orderId: data?.['purchase'] })
  return true
}

const refund: Work = async (services, account, object, finish) => {
  const { payment_intent: intentId, metadata: data } = object
  await syncRenewal(services, account, intentId)
  return settleRefundsByEvent(services, account, intentId, data?.['purchase'], finish)
}

const dispute: Work = async (services, account, object, finish) => {
  await syncRenewal(services, account, object.payment_intent)
  return recordDisputeByEvent(services, account, object.id, finish)
}

const subscription: Work = (services, account, { id, metadata: data }, finish) =>
  syncByEvent(services, { account, stripeSubscriptionId: id, purchaseId: data?.['purchase'] }, finish)

const invoice: Work = async (services, account, { parent }, finish) => {
  const details = parent?.subscription_details ?? undefined
  if (details === undefined) return true
  const { subscription: stripeSubscriptionId, metadata: data } = details
  return syncByEvent(services, { account, stripeSubscriptionId, purchaseId: data?.['purchase'] }, finish)
}

const updatedCard: Work = (services, account, { customer }, finish) =>
  recheckCards(services, account, customer ?? null, finish)

const payout: Work = (services, account, object, finish) =>
  recordPayoutByEvent(services, account, object.id, finish)

const connectedAccount: Work = (services, account, _object, finish) =>
  readConnectedAccount(services, account, async (tx) => {
    await checkAgain(tx, account, services.clock.now())
    await finish(tx)
  })

/** The handlers for events of connected accounts, by type. Other types are acknowledged and dropped. */
const works: Readonly<Record<(typeof usedEvents.connect)[number], Work>> = {
  'payment_intent.processing': paymentIntent,
  'payment_intent.succeeded': paymentIntent,
  'payment_intent.payment_failed': failedPayment,
  'payment_intent.canceled': paymentIntent,
  'setup_intent.setup_failed': failedSetup,
  'charge.refunded': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.dispute.created': dispute,
  'charge.dispute.updated': dispute,
  'charge.dispute.closed': dispute,
  'invoice.paid': invoice,
  'invoice.payment_failed': invoice,
  'customer.subscription.updated': subscription,
  'customer.subscription.deleted': subscription,
  'payment_method.automatically_updated': updatedCard,
  'account.updated': connectedAccount,
  'account.application.authorized': connectedAccount,
  'account.application.deauthorized': connectedAccount,
  'capability.updated': connectedAccount,
  'payout.paid': payout,
  'payout.failed': payout,
}

const plan: Work = (services, _account, object, finish) =>
  settlePlanByEvent(services, object.id, object.metadata?.['plan_subscription'], finish)

const failedPlanCard: Work = async (services, _account, { id, metadata: data }) => {
  await countFailedPlanCard(services, id, data ?? {})
  return true
}

/** The handlers for events of the platform's own account. */
const platformWorks: Readonly<Record<(typeof usedEvents.platform)[number], Work>> = {
  'customer.subscription.created': plan,
  'customer.subscription.updated': plan,
  'customer.subscription.deleted': plan,
  'customer.subscription.paused': plan,
  'customer.subscription.trial_will_end': plan,
  'customer.subscription.pending_update_applied': plan,
  'customer.subscription.pending_update_expired': plan,
  'payment_intent.payment_failed': failedPlanCard,
  'setup_intent.setup_failed': failedPlanCard,
}

const allWorks = {
  platform: new Map<string, Work>(Object.entries(platformWorks)),
  connect: new Map<string, Work>(Object.entries(works)),
}

function workOf(type: string, account: string | null): Work | undefined {
  return allWorks[account === null ? 'platform' : 'connect'].get(type)
}

/** The connected account of the event. Null for the platform's own account. */
export function isUsed(type: string, account: string | null): boolean {
  return workOf(type, account) !== undefined
}

const batch = 20
/** How long an event that matches nothing, or cannot be processed, is retried before it is dropped with an alarm. */
const givenUpAfter = 3 * 24 * 60 * 60
/**
 * The same for an event with an unknown purchase. Our purchases are stored before Stripe knows of them, so this one
 * will stay unknown.
 */
const unknownGivenUpAfter = 60 * 60

/**
 * Processes events that are due one after another, each account's in turn. A failed event is retried after a longer
 * pause each time.
 */
export async function workOffEvents(services: PaymentServices, turn: Turn = { after: '' }): Promise<number> {
  const due = await claimEvents(services.db, services.clock.now(), batch, turn)
  for (const event of due) await workOff(services, event)
  return due.length
}

async function workOff(services: PaymentServices, event: StoredEvent): Promise<void> {
  const facts = { 'tillform.event': event.id, 'tillform.type': event.type }
  await services.tracer.ofPurchase(purchaseOf(event), 'webhook.work', facts, async (setFacts) => {
    const outcome = await tryToWorkOff(services, event)
    services.metrics.webhookEvents.inc({ outcome })
    setFacts({ 'tillform.outcome': outcome })
  })
}

/**
 * The purchase whose payment an event is about: once that purchase is paid, the event needs no processing. Null for any
 * other event.
 */
export function paidBy({ type, account, body }: ProviderEvent): string | null {
  const work = workOf(type, account)
  return work === paymentIntent || work === failedPayment ? (purchaseOf({ payload: body }) ?? null) : null
}

/** The purchase in an event's metadata, which can be anything that a seller wrote. */
function purchaseOf({ payload }: Pick<StoredEvent, 'payload'>): string | undefined {
  const object = snapshot.safeParse(payload).data?.data.object
  const named = object?.metadata ?? object?.parent?.subscription_details?.metadata
  const id = named?.['purchase']
  return id !== undefined && isId(id) ? id : undefined
}

type EventOutcome = 'done' | 'kept' | 'given_up' | 'failed'

async function tryToWorkOff(services: PaymentServices, event: StoredEvent): Promise<EventOutcome> {
  const { id, type, attempts } = event
  try {
    const work = workOf(type, event.stripeAccountId)
    const { object } = snapshot.parse(event.payload).data
    let isFinished = false
    const finish: Alongside = async (tx) => {
      await finishEvent(tx, id, 'done', services.clock.now())
      isFinished = true
    }
    const isKnown = work === undefined || (await work(services, event.stripeAccountId ?? '', object, finish))
    const outcome = isKnown ? 'done' : await tryLater(services, event, 'fits nothing')
    if (isKnown && !isFinished) await finishEvent(services.db, id, 'done', services.clock.now())
    services.log.info({ event: id, type, attempts, isKnown }, 'webhook event processed')
    return outcome
  } catch (error) {
    services.log.warn({ err: error, event: id, type, attempts }, 'webhook event failed')
    const outcome = await tryLater(services, event, 'failed')
    return outcome === 'kept' ? 'failed' : outcome
  }
}

async function tryLater(
  services: PaymentServices,
  event: StoredEvent,
  reason: 'fits nothing' | 'failed',
): Promise<'kept' | 'given_up'> {
  const isUnknown = reason === 'fits nothing' && (await namesUnknown(services, event))
  const patience = isUnknown ? unknownGivenUpAfter : givenUpAfter
  if (services.clock.now() < secondsAfter(event.receivedAt, patience)) {
    await postponeEvent(services.db, event.id, nextAttempt(services, event))
    return 'kept'
  }
  services.log.error({ alarm: true, event: event.id, type: event.type, reason }, 'webhook event given up')
  await finishEvent(services.db, event.id, reason, services.clock.now())
  return 'given_up'
}

/** Whether the event's account does not have the purchase in it. Sellers can write any id into their own metadata. */
async function namesUnknown({ db }: PaymentServices, event: StoredEvent): Promise<boolean> {
  const id = purchaseOf(event)
  if (id === undefined) return false
  return (await findPurchaseById(db, id))?.stripeAccountId !== event.stripeAccountId
}

/** The pause before the next attempt: 2, 4, 8, … seconds, up to an hour. */
function nextAttempt({ clock }: PaymentServices, event: StoredEvent): Date {
  return secondsAfter(clock.now(), Math.min(2 ** Math.min(event.attempts, 12), 3600))
}

/**
 * Records the renewal that a refund or dispute event is about, if that event arrived before the payment's event. It
 * cannot wait for a purchase, because the renewal's PaymentIntent has no purchase id.
 */
async function syncRenewal(
  services: PaymentServices,
  account: string,
  paymentIntentId: string | null | undefined,
): Promise<void> {
  if (paymentIntentId === null || paymentIntentId === undefined) return
  if ((await findPurchaseOfIntent(services.db, account, paymentIntentId)) !== undefined) return
  const { purchaseId, customerId } = await services.provider.retrievePaymentIntent(account, paymentIntentId)
  if (purchaseId === undefined && customerId !== null)
    await syncByCustomer(services, account, customerId, 'webhook')
}

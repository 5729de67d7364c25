import { t } from '#foundation/language/t.ts'
import { countMembers } from '#accounts/people/change-membership.ts'
import { lockSeller } from '#accounts/people/change-seller.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'
import type { Role } from '#foundation/db/tables/identity.ts'
import type { Services } from '#registry/services.ts'
import { beginPlan, adoptBegun, refreshPlan } from './begin-plan.ts'
import { catalogue } from '../catalogue.ts'
import { changePlan } from '../change/change-plan.ts'
import { askingProvider, CardNeeded, CardRefused, PlanForPartnersOnly, PlanStateConflict } from '../errors.ts'
import { ensureCustomer } from './plan-customer.ts'
import { payOpenInvoice, readPayment, type PlanOutcome } from './plan-payment.ts'
import { hasEnded, livePlan } from './plan-status.ts'
import { insertPlanRow, listPlanRows, updatePlanRow, type PlanRow } from '../store.ts'

export type SubscribeRequest = {
  readonly sellerId: string
  /** The email address that gets the invoices. */
  readonly email: string
  readonly name: string
  /** The caller's role, because PARTNER_FREE is only for partners. */
  readonly role: Role
  readonly plan: Plan
  /**
   * The payment method that the browser created on the platform's account, or null if the plan needs none or a card
   * is on file.
   */
  readonly paymentMethodId: string | null
}

const day = 24 * 60 * 60
const orphanedAfter = 60

/**
 * Puts a seller on a plan: their first one, one instead of the trial from sign-up, or one after a plan has ended. It
 * can be repeated after any failure and continues where it stopped; nothing is subscribed or charged twice.
 *
 * Returns `done`, or `requires_action` with a client secret for `confirmCardPayment`, after which it is called again.
 * Throws `PlanForPartnersOnly` (403), `CardNeeded` (409, the plan is paid from today and there is no card),
 * `CardRefused` (402), `BillingUnreachable` (503, try again).
 */
export async function subscribeSeller(services: Services, request: SubscribeRequest): Promise<PlanOutcome> {
  const { sellerId, email, name, role, plan, paymentMethodId } = request
  checkMayTake(plan, role)
  return askingProvider(async () => {
    const customerId = await ensureCustomer(services, sellerId)
    await services.provider.describePlanCustomer(customerId, { email, name })
    if (paymentMethodId !== null) await saveGivenCard(services, customerId, paymentMethodId)
    const current = await clearTheWay(services, sellerId, plan)
    if (current?.status === 'incomplete') return payOpenInvoice(services, current)
    if (current !== undefined && current.status !== 'creating') {
      return current.plan === plan ? { status: 'done' } : changePlan(services, current, { plan })
    }
    const isPaidNow = catalogue[plan].amount > 0 && !(await hasTrial(services, sellerId, plan))
    if (isPaidNow && (await services.provider.readPlanCard(customerId)) === null) throw new CardNeeded()
    const begun = await beginPlan(services, await recordIntent(services, sellerId, plan), 'subscribing')
    if (begun.status === 'incomplete') return readPayment(services, begun)
    if (livePlan(begun) === null) throw new PlanStateConflict(t('This plan can no longer be started.'))
    return { status: 'done' }
  })
}

/** The seller has given a card, and Stripe's message says what is wrong with it. */
async function saveGivenCard({ provider }: Services, customerId: string, id: string): Promise<void> {
  try {
    await provider.savePlanCard(customerId, id)
  } catch (error) {
    throw error instanceof ProviderRefused ? new CardRefused(error.message) : error
  }
}

export function checkMayTake(plan: Plan, role: Role): void {
  if (catalogue[plan].isForPartners && role !== 'Partner') throw new PlanForPartnersOnly()
}

/** The seller's plan that has not ended, read again if it is uncertain. A plan that blocks the new one is ended. */
async function clearTheWay(services: Services, sellerId: string, plan: Plan): Promise<PlanRow | undefined> {
  const [newest] = await listPlanRows(services.db, sellerId)
  if (newest === undefined || hasEnded(newest.status)) return undefined
  if (newest.status === 'creating' && newest.requestedAt === null) return newest
  const row =
    newest.status === 'creating'
      ? await adoptBegun(services, newest)
      : await refreshPlan(services, newest, 'subscribing')
  const isDead = row.status === 'unpaid' || row.status === 'paused'
  if (!isDead && (row.status !== 'incomplete' || row.plan === plan)) {
    return hasEnded(row.status) ? undefined : row
  }
  if (row.stripeSubscriptionId === null) return row
  try {
    await services.provider.endPlanSubscription(row.stripeSubscriptionId)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
  }
  await refreshPlan(services, row, 'another plan')
  return undefined
}

/** Each seller has one trial, with the first plan. */
async function hasTrial(services: Services, sellerId: string, plan: Plan): Promise<boolean> {
  const rows = await listPlanRows(services.db, sellerId)
  return catalogue[plan].trialDays > 0 && isFirst(rows)
}

/** Whether starting this plan can charge the card on file. A free plan and a new seller's trial cannot. */
export async function chargesCard(db: Services['db'], sellerId: string, plan: Plan): Promise<boolean> {
  const rows = await listPlanRows(db, sellerId)
  const isInTrial = rows.at(0)?.plan === plan && rows.at(0)?.status === 'trialing'
  const isTrial = catalogue[plan].trialDays > 0 && (isFirst(rows) || isInTrial)
  return catalogue[plan].amount > 0 && !isTrial
}

function isFirst(rows: readonly PlanRow[]): boolean {
  return rows.every(({ status }) => status === 'creating')
}

/**
 * Records the request to Stripe. A plan that has not started becomes the chosen one. Both requests use the same key,
 * so this one and an earlier one still under way cannot both succeed.
 */
async function recordIntent({ db, clock }: Services, sellerId: string, plan: Plan): Promise<PlanRow> {
  return inTransaction(db, async (tx) => {
    await lockSeller(tx, sellerId)
    if ((await countMembers(tx, sellerId)) === 0)
      throw new PlanStateConflict(t('You have left this shop. Reload the page.'))
    const rows = await listPlanRows(tx, sellerId)
    const [newest] = rows
    const now = clock.now()
    const nextCheckAt = secondsAfter(now, orphanedAfter)
    const { amount, currency, trialDays } = catalogue[plan]
    const isOpen = newest !== undefined && !hasEnded(newest.status)
    if (isOpen && newest.status !== 'creating') return newest
    const isTrial = trialDays > 0 && isFirst(rows)
    const trialEnd = isTrial ? secondsAfter(newest?.createdAt ?? now, trialDays * day) : null
    if (!isOpen) {
      const isAnother = newest !== undefined
      return insertPlanRow(tx, { sellerId, plan, isAnother, trialEnd, nextCheckAt, now })
    }
    const changes = { plan, amount, currency, trialEnd, currentPeriodEnd: trialEnd, nextCheckAt }
    return updatePlanRow(tx, newest.id, { ...changes, updatedAt: now })
  })
}

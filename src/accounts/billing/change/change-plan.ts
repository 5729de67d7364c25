import { randomUUID } from 'node:crypto'
import { t } from '#foundation/language/t.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { PlanPreview } from '#foundation/card-provider/plans/plan-invoices.ts'
import type { PlanChange } from '#foundation/card-provider/plans/plan-subscriptions.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import type { Services } from '#registry/services.ts'
import { beginPlan, refreshPlan } from '../subscription/begin-plan.ts'
import { catalogue } from '../catalogue.ts'
import { CardNeeded, CardRefused, PlanStateConflict, PreviewOutdated } from '../errors.ts'
import { ensureCustomer, findPrice } from '../subscription/plan-customer.ts'
import { readPayment, type PlanOutcome } from '../subscription/plan-payment.ts'
import { settlePlan } from '../subscription/settle-plan.ts'
import { recordPlanChange, updatePlanRow, type PlanRow } from '../store.ts'

/** The cost of a plan change as it was shown, in minor units, and the time it was calculated for. */
export type ShownChange = { readonly amountDue: number; readonly prorationDate: Date }

/** A plan change as it would apply now. `preview` is in minor units. */
export type PlannedChange = { readonly change: PlanChange; readonly preview: PlanPreview }

/** How long a preview is valid, in seconds. */
const previewTime = 15 * 60

/**
 * Changes a live plan and charges exactly what `shown` says, or changes nothing. The intent is committed under its
 * own key before Stripe is called, so that a retry after a lost response is the same change. A declined card leaves
 * everything unchanged.
 */
export async function changePlan(
  services: Services,
  given: PlanRow,
  request: { readonly plan: Plan; readonly shown?: ShownChange | undefined },
): Promise<PlanOutcome> {
  const { plan, shown } = request
  const row = given.changeId === null ? given : await resumeOrRevert(services, given, plan)
  if (given.changeId !== null && row.plan === plan) return { status: 'done' }
  if (row.changeId !== null && (await isPending(services, row))) return payChange(services, row)
  const at = row.changeAt ?? shown?.prorationDate ?? services.clock.now()
  const { change, preview } = await planChange(services, row, plan, at)
  if (row.changeId === null) {
    checkShown(services, shown, preview)
    await checkCard(services, row, preview)
  }
  const changeId = row.changeId ?? randomUUID()
  const intent = await recordPlanChange(services.db, row, {
    changeId,
    changePlan: plan,
    changeAt: at,
    requestedAt: services.clock.now(),
    nextCheckAt: secondsAfter(services.clock.now(), 60),
  })
  if (intent === undefined) throw new PlanStateConflict(t('Your plan is already being changed.'))
  return applyPlanChange(services, intent, change)
}

/** Calculates a plan change for a given time. Throws the reason if the change is not possible now. */
export async function planChange(
  services: Services,
  row: PlanRow,
  plan: Plan,
  prorationDate: Date,
): Promise<PlannedChange> {
  const begun = row.status === 'creating' ? await beginPlan(services, row, t('change of plan')) : row
  checkChangeable(begun, plan)
  const [subscription, priceId] = await Promise.all([
    services.provider.retrievePlanSubscription(begun.stripeSubscriptionId ?? ''),
    findPrice(services, plan),
  ])
  const change = {
    subscriptionId: subscription.id,
    itemId: subscription.itemId,
    priceId,
    prorationDate,
    endsTrial: subscription.status === 'trialing',
  }
  const preview = await services.provider.previewPlanChange(change)
  // An amount below the smallest possible charge is added to the next invoice.
  const isCharged = preview.amountDue >= currencyOf(preview.currency).minimum
  return { change, preview: isCharged ? preview : { ...preview, amountDue: 0 } }
}

function checkChangeable(row: PlanRow, plan: Plan): void {
  if (row.status !== 'active' && row.status !== 'trialing') {
    throw new PlanStateConflict(
      row.status === 'past_due'
        ? t('Pay your open invoice before you change plans.')
        : t('This plan can no longer be changed.'),
    )
  }
  if (isSetToEnd(row))
    throw new PlanStateConflict(t('Your plan is set to cancel. Resume it before you change plans.'))
  if (row.plan === plan)
    throw new PlanStateConflict(t('You are already on {name}.', { name: catalogue[plan].name }))
}

/** A free plan that is set to end can be replaced at any time, because no paid time would be lost. */
function isSetToEnd({ plan, cancelAtPeriodEnd }: PlanRow): boolean {
  return cancelAtPeriodEnd && catalogue[plan].amount > 0
}

function checkShown({ clock }: Services, shown: ShownChange | undefined, preview: PlanPreview): void {
  if (shown === undefined) return
  const age = clock.now().getTime() - shown.prorationDate.getTime()
  const isCurrent = age <= previewTime * 1000 && age > -60_000
  if (!isCurrent || shown.amountDue !== preview.amountDue) throw new PreviewOutdated(undefined)
}

async function checkCard(services: Services, row: PlanRow, preview: PlanPreview): Promise<void> {
  if (preview.amountDue === 0) return
  const card = await services.provider.readPlanCard(await ensureCustomer(services, row.sellerId))
  if (card === null) throw new CardNeeded()
}

async function applyPlanChange(services: Services, row: PlanRow, change: PlanChange): Promise<PlanOutcome> {
  const askedAt = services.clock.now()
  try {
    // The new plan must not end with the free plan's period. If the change fails, the reconciler sets the end again.
    if (row.cancelAtPeriodEnd) await services.provider.setPlanEnding(change.subscriptionId, false)
    const changed = await services.provider.changePlanSubscription(change, `plan-change-${row.changeId}`)
    const settled = await settlePlan(services, row.id, changed, askedAt, t('response to the plan change'))
    return settled.changeId === null ? { status: 'done' } : await payChange(services, settled)
  } catch (error) {
    if (error instanceof ProviderRefused) await clearChange(services, row)
    throw error
  }
}

/** The change is waiting for its payment. Either the bank authenticates it, or a declined card reverts it. */
async function payChange(services: Services, row: PlanRow): Promise<PlanOutcome> {
  try {
    return await readPayment(services, row)
  } catch (error) {
    if (error instanceof CardRefused) await dropChange(services, row)
    throw error
  }
}

/** An earlier attempt whose outcome is unknown: the same change continues, and a different one is reverted. */
async function resumeOrRevert(services: Services, given: PlanRow, plan: Plan): Promise<PlanRow> {
  const row = await refreshPlan(services, given, t('change pressed again'))
  if (row.changeId === null || row.changePlan === plan) return row
  return dropChange(services, row)
}

async function isPending({ provider }: Services, row: PlanRow): Promise<boolean> {
  const { hasPendingUpdate } = await provider.retrievePlanSubscription(row.stripeSubscriptionId ?? '')
  return hasPendingUpdate
}

/** Reverts a plan change that is waiting for payment. */
export async function dropChange(services: Services, row: PlanRow): Promise<PlanRow> {
  if ((await isPending(services, row)) && row.latestInvoiceId !== null) {
    await services.provider.voidPlanInvoice(row.latestInvoiceId)
  }
  const fresh = await refreshPlan(services, row, t('change taken back'))
  return fresh.changeId === null ? fresh : clearChange(services, fresh)
}

function clearChange({ db }: Services, row: PlanRow): Promise<PlanRow> {
  return updatePlanRow(db, row.id, { changeId: null, changePlan: null, changeAt: null })
}

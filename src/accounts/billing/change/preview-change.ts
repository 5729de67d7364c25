import type { z } from 'zod'
import type { Plan } from '#foundation/db/tables/billing.ts'
import type { Services } from '#registry/services.ts'
import { catalogue } from '../catalogue.ts'
import type { changePreview, DisabledByPlanForm } from '../contract.ts'
import { ensureCustomer } from '../subscription/plan-customer.ts'
import { isBegunAnew } from '../subscription/plan-status.ts'
import type { PlanRow } from '../store.ts'
import { planChange } from './change-plan.ts'

type Ask<Found> = (db: Services['db'], sellerId: string, plan: Plan, now: Date) => Promise<Found>

/** What a seller would lose to a plan at an instant: who has the forms and the coupons says so. */
export type DisabledByPlanQueries = {
  readonly listForms: Ask<DisabledByPlanForm[]>
  readonly countCoupons: Ask<number>
}

/** What a change of plan would come to at this moment, in minor units; nothing is changed. */
export async function previewChange(
  services: Services,
  disabledByPlan: DisabledByPlanQueries,
  row: PlanRow,
  plan: Plan,
): Promise<z.input<typeof changePreview>> {
  // The provider counts in seconds: to the same second, the change comes to the same.
  const prorationDate = new Date(Math.floor(services.clock.now().getTime() / 1000) * 1000)
  const { amount, currency } = catalogue[plan]
  const planned = isBegunAnew(row)
    ? firstMonth(plan, prorationDate)
    : (await planChange(services, row, plan, prorationDate)).preview
  const asked = [services.db, row.sellerId, plan, services.clock.now()] as const
  const card = await services.provider.readPlanCard(await ensureCustomer(services, row.sellerId))
  return {
    plan,
    total: planned.amountDue,
    credit: planned.credit,
    nextTotal: amount,
    nextAt: planned.paidUntil.toISOString(),
    currency,
    lines: [...planned.lines, ...balanceLines(planned.balance)].map((line) => ({
      description: line.description,
      total: line.amount,
    })),
    prorationDate: prorationDate.toISOString(),
    isCardNeeded: planned.amountDue > 0 && card === null,
    resting: await disabledByPlan.listForms(...asked),
    restingCoupons: await disabledByPlan.countCoupons(...asked),
  }
}

/** A plan that begins anew is paid for a month; months are counted as the provider does, within the month's length. */
function firstMonth(plan: Plan, from: Date) {
  const { amount, currency, name } = catalogue[plan]
  const paidUntil = new Date(from)
  paidUntil.setUTCMonth(from.getUTCMonth() + 1)
  if (paidUntil.getUTCDate() !== from.getUTCDate()) paidUntil.setUTCDate(0)
  const lines = [{ description: name, amount }]
  return { amountDue: amount, credit: 0, balance: 0, currency, lines, paidUntil }
}

/** What is left of earlier changes, so that the lines come to what is paid. */
function balanceLines(balance: number) {
  if (balance === 0) return []
  return [{ description: balance < 0 ? 'Your credit' : 'Open from before', amount: balance }]
}

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

/** Counts what a plan would disable for a seller at a given time. The domains of forms and coupons implement this. */
export type DisabledByPlanQueries = {
  readonly listForms: Ask<DisabledByPlanForm[]>
  readonly countCoupons: Ask<number>
}

/** Calculates the cost of a plan change at this moment, in minor units, without changing anything. */
export async function previewChange(
  services: Services,
  disabledByPlan: DisabledByPlanQueries,
  row: PlanRow,
  plan: Plan,
): Promise<z.input<typeof changePreview>> {
  // Stripe counts in seconds, so the same change within one second has the same cost.
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

/** A new plan is paid for a month, counted as Stripe does, within the month's length. */
function firstMonth(plan: Plan, from: Date) {
  const { amount, currency, name } = catalogue[plan]
  const paidUntil = new Date(from)
  paidUntil.setUTCMonth(from.getUTCMonth() + 1)
  if (paidUntil.getUTCDate() !== from.getUTCDate()) paidUntil.setUTCDate(0)
  const lines = [{ description: name, amount }]
  return { amountDue: amount, credit: 0, balance: 0, currency, lines, paidUntil }
}

/** The remainder of earlier changes, so that the lines add up to the payment. */
function balanceLines(balance: number) {
  if (balance === 0) return []
  return [{ description: balance < 0 ? 'Your credit' : 'Previous balance', amount: balance }]
}

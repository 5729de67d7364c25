import { sql, type Kysely, type RawBuilder } from 'kysely'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import type { DisabledByPlanForm, DisabledByPlanParts } from '#accounts/billing/contract.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'
import { amountAt } from '#payments/pricing/price-purchase.ts'
import { closingTimer } from '#payments/pricing/timers.ts'
import { pricesOfForm, timersOfForm } from '#payments/pricing/form-columns.ts'
import { firstPriceId, timersOfPrice } from '#payments/pricing/sold-form.ts'

/** The parts of a seller's forms that a plan would disable, oldest form first. Unaffected forms are left out. */
export async function listDisabledByPlan(
  db: Kysely<Database>,
  sellerId: string,
  plan: Plan,
  now: Date,
): Promise<DisabledByPlanForm[]> {
  if (opensExtras(plan)) return []
  const forms = await db
    .selectFrom('forms')
    .select(['forms.id', 'forms.title', 'forms.amount', 'forms.currency', 'forms.priceId'])
    .select((form) => [partsOfForm().as('parts'), timersOfForm(form)])
    .select(pricesOfForm)
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('forms.id')
    .execute()
  return forms
    .filter(({ parts }) => hasParts(parts))
    .map((form) => {
      const { id, title, amount, currency, parts, timers } = form
      const instant = now.getTime()
      const first = firstPriceId(form)
      const isTimed = (price: { readonly id: string; readonly amount: number }) =>
        amountAt({ ...price, timers: timersOfPrice(timers, price.id, first) }, instant) !== price.amount
      const furtherPrices = form.prices
        .filter((price) => price.state !== 'retired' && isTimed(price))
        .map((price) => ({ label: price.label, amount: price.amount, currency }))
      const price = isTimed({ id: first, amount }) ? { amount, currency } : null
      return {
        id,
        title,
        ...parts,
        price,
        furtherPrices,
        reopens: closingTimer({ timers }, instant) !== undefined,
      }
    })
}

/** A column with the parts of a form that its seller's current plan disables, or null if there are none. */
export function partsDisabledByPlan({
  sellerPlan,
  parts,
}: {
  readonly sellerPlan: Plan | null
  readonly parts: DisabledByPlanParts | null
}): DisabledByPlanParts | null {
  return parts !== null && !disablesNothing(sellerPlan) && hasParts(parts) ? parts : null
}

/** Whether this plan never disables anything. */
export function disablesNothing(plan: Plan | null): boolean {
  return plan === null || opensExtras(plan)
}

function hasParts({ bumps, offers, taxes, timers }: DisabledByPlanParts): boolean {
  return bumps + offers + taxes + timers > 0
}

/** The number of a form's parts that need a larger plan, without deleted ones. */
export function partsOfForm(): RawBuilder<DisabledByPlanParts> {
  const bumpsIn = (table: 'form_bumps' | 'form_offer_sequence') => sql`(
    select count(*) from ${sql.table(table)} link join bumps_view as bumps on bumps.id = link.bump_id
    where link.form_id = forms.id and bumps.deleted_at is null)`
  return sql<DisabledByPlanParts>`json_build_object(
    'bumps', ${bumpsIn('form_bumps')},
    'offers', ${bumpsIn('form_offer_sequence')}
      + (select count(*) from offers_view as offers where offers.id = forms.one_time_offer_id and deleted_at is null),
    'taxes', (select count(*) from taxes_view as taxes where taxes.id = forms.tax_id and deleted_at is null),
    'timers', (select count(*) from timers where timers.form_id = forms.id))`
}

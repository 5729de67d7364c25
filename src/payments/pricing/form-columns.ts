import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'

/**
 * A form's prices other than the first, in order, as a column of the query that reads the form. Amounts are
 * in minor units.
 */
export function pricesOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  return jsonArrayFrom(
    form
      .selectFrom('formPricesView as formPrices')
      .select([
        'formPrices.id',
        'formPrices.label',
        'formPrices.amount',
        'formPrices.priceType',
        'formPrices.billingInterval',
        'formPrices.billingPeriod',
        'formPrices.cancelAfter',
        'formPrices.trialDays',
        'formPrices.trialAmount',
        'formPrices.setupAmount',
        'formPrices.setupLabel',
        'formPrices.payoffDiscount',
        'formPrices.isOpen',
        'formPrices.suggestedAmount',
        'formPrices.presetAmounts',
        'formPrices.state',
        'formPrices.isDefault',
        'formPrices.texts',
      ])
      .whereRef('formPrices.formId', '=', 'forms.id')
      .orderBy('formPrices.position'),
  ).as('prices')
}

/**
 * A form's timers in order, as a column of the query that reads the form. Amounts are in minor units, times
 * in milliseconds. Most forms have none, and checking that is five times cheaper than building an empty list.
 */
export function timersOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  const timers = form.selectFrom('timersView as timers').whereRef('timers.formId', '=', 'forms.id')
  const listed = timers
    .select([
      'timers.title',
      amountOfTimer,
      'timers.redirectUrl',
      'timers.priceId',
      'timers.texts',
      sql<number>`(extract(epoch from expires_at) * 1000)::bigint`.as('expiresAt'),
    ])
    .orderBy('timers.expiresAt')
  return form
    .case()
    .when(form.exists(timers.select('timers.id')))
    .then(jsonArrayFrom(listed))
    .else(sql<never[]>`'[]'::json`)
    .end()
    .as('timers')
}

export const amountOfTimer = sql<number | null>`coalesce(timers.price_amount, timers.amount)`.as('amount')

/** The shop's taxes by country, as a column of the query that reads a form. Empty if the form has one rate. */
export function regionsOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  const regions = form
    .selectFrom('taxRegionsView as taxRegions')
    .select(['taxRegions.country', 'taxRegions.title', 'taxRegions.inclusive'])
    .select(sql<string>`trim_scale(percentage)::text`.as('percentage'))
    .whereRef('taxRegions.sellerId', '=', 'forms.sellerId')
    .orderBy('taxRegions.country')
  return form
    .case()
    .when('forms.taxMode', '=', 'by_country')
    .then(jsonArrayFrom(regions))
    .else(sql<never[]>`'[]'::json`)
    .end()
    .as('taxRegions')
}

/**
 * The tax currently charged on a form's purchases, as a column of the query that reads the form. Null if there is no
 * tax.
 */
export function chargedTax(form: ExpressionBuilder<Database, 'forms'>) {
  return jsonObjectFrom(
    form
      .selectFrom('taxesView as taxes')
      .select([
        'taxes.title',
        'taxes.inclusive',
        'taxes.texts',
        sql<string>`trim_scale(percentage)::text`.as('percentage'),
      ])
      .whereRef('taxes.id', '=', 'forms.taxId')
      .where('taxes.deletedAt', 'is', null)
      .where('taxes.active', '=', true),
  ).as('tax')
}

import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'

/** A form's prices beside its own, in their order, as a column of the statement that reads the form; in minor units. */
export function pricesOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  return jsonArrayFrom(
    form
      .selectFrom('formPrices')
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
      ])
      .whereRef('formPrices.formId', '=', 'forms.id')
      .orderBy('formPrices.position'),
  ).as('prices')
}

import { t } from '#foundation/language/t.ts'

/** Why a product cannot be used on a form with another currency, or null if it can. */
export function currencyProblem(currency: string, formCurrency: string): string | null {
  return currency === formCurrency
    ? null
    : t('Its price is in {price}, but this form is in {form}', {
        price: currency.toUpperCase(),
        form: formCurrency.toUpperCase(),
      })
}

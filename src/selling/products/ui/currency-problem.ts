/** The reason why a product cannot be used on a form with another currency; null if it can. */
export function currencyProblem(currency: string, formCurrency: string): string | null {
  return currency === formCurrency
    ? null
    : `Its price is in ${currency.toUpperCase()}, but this form is in ${formCurrency.toUpperCase()}`
}

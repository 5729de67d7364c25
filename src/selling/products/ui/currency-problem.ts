/** Why something priced in one currency cannot be chosen for a form priced in another; null when it can. */
export function currencyProblem(currency: string, formCurrency: string): string | null {
  return currency === formCurrency
    ? null
    : `Its price is in ${currency.toUpperCase()}, but this form is in ${formCurrency.toUpperCase()}`
}

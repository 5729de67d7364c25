/** Related things in the editor's values: by id, or as objects that carry one. */
export function idsOf(references: readonly (string | { readonly id: string })[] | undefined): string[] {
  return (references ?? []).map((reference) => (typeof reference === 'string' ? reference : reference.id))
}

/** Why something priced in one currency cannot be chosen for a form priced in another; null when it can. */
export function currencyProblem(currency: string, formCurrency: string): string | null {
  return currency === formCurrency
    ? null
    : `Priced in ${currency.toUpperCase()}, but this form is in ${formCurrency.toUpperCase()}`
}

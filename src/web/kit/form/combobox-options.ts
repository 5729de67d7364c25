import { hasWords } from '#foundation/typed/fold-text.ts'

export type ComboboxOption = { readonly value: string; readonly label: string }

/** The options whose label has every word of a text, in any order. */
export function matching(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  return options.filter(({ label }) => hasWords(text, [label]))
}

/** What is shown stays, each at its place and called as it is called now; what else there is comes below. */
export function addedBelow(
  shown: readonly ComboboxOption[],
  others: readonly ComboboxOption[],
): ComboboxOption[] {
  const all = new Map(shown.map((option) => [option.value, option]))
  for (const option of others) all.set(option.value, option)
  return [...all.values()]
}

import type { FormField } from '#foundation/db/tables/questions.ts'

/** A question as its reader sees it. */
export type AskedField = Pick<FormField, 'slug' | 'kind' | 'label' | 'hint' | 'isRequired' | 'priceIds'> & {
  /** For a choice: the stored value, and the text shown. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Its texts that are in the page's language, unlike the seller's own, absent if there are none. */
  readonly translated?: readonly string[]
}

/** A form's questions in a language; texts without a translation stay as they are. */
export function askedFields(fields: readonly FormField[], language: string): AskedField[] {
  return fields.map(({ texts, options, ...field }) => {
    const own = new Map(Object.entries(texts)).get(language) ?? {}
    const said = Object.entries(own).filter(([, text = '']) => text.trim() !== '')
    const { label = field.label, hint = field.hint, options: lines = '' } = Object.fromEntries(said)
    const labels = lines.split('\n')
    return {
      ...field,
      label,
      hint,
      options: options.map((value, place) => ({ value, label: labels[place]?.trim() || value })),
      ...(said.length > 0 && { translated: said.map(([name]) => name) }),
    }
  })
}

/** The questions that are asked for a price. */
export function askedAt<Field extends Pick<FormField, 'priceIds'>>(
  fields: readonly Field[],
  priceId: string,
): Field[] {
  return fields.filter(({ priceIds }) => priceIds === null || priceIds.includes(priceId))
}

import type { FormField } from '#foundation/db/tables/form-content.ts'

/** A question as buyers see it in their language. */
export type AskedField = Pick<FormField, 'slug' | 'kind' | 'label' | 'hint' | 'isRequired' | 'priceIds'> & {
  /** The options of a choice: the stored value and the text shown for it. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The question's texts that are translated into the page's language. Missing if there are none. */
  readonly translated?: readonly string[]
}

/** A form's questions in a language. Texts without a translation stay in the seller's words. */
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

/** The questions that are asked at a certain price. */
export function askedAt<Field extends Pick<FormField, 'priceIds'>>(
  fields: readonly Field[],
  priceId: string,
): Field[] {
  return fields.filter(({ priceIds }) => priceIds === null || priceIds.includes(priceId))
}

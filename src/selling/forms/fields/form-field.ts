import { z } from 'zod'
import { msg, t } from '#foundation/language/t.ts'
import type { FieldKind } from '#foundation/db/tables/form-content.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { line, requiredLine, text, uuid } from '#foundation/http/input/fields.ts'
import { translatedTexts } from '#foundation/http/input/translated-texts.ts'

/** The kinds of questions. Deliberately, there is none for health, identity documents or passwords. */
export const fieldKinds = [
  'text',
  'long_text',
  'choice',
  'choices',
  'checkbox',
  'number',
  'date',
  'phone',
] as const satisfies readonly FieldKind[]

export const kindLabels = {
  text: msg('Short text'),
  long_text: msg('Long text'),
  choice: msg('One choice'),
  choices: msg('Several choices'),
  checkbox: msg('Checkbox'),
  number: msg('Number'),
  date: msg('Date'),
  phone: msg('Phone number'),
} as const satisfies Record<FieldKind, unknown>

export const mostFields = 20
export const mostOptions = 50
/** In characters. */
export const longestFieldTexts = { label: 200, hint: 200, option: 100 } as const

/** Whether buyers choose from a list. */
export function hasOptions(kind: FieldKind): boolean {
  return kind === 'choice' || kind === 'choices'
}

/** The maximum number of characters in all options together, as lines. */
export const longestOptions = (longestFieldTexts.option + 1) * mostOptions

/** A question of a payment page. */
export const formField = z
  .object({
    /** The permanent name of the question's answers, which exports use too. */
    slug: z.string({ error: messages.required }).regex(/^[a-z][a-z0-9_]{0,39}$/, {
      error: () => t('Use up to 40 lowercase letters, digits and underscores, beginning with a letter'),
    }),
    kind: z.enum(fieldKinds, { error: fieldText }),
    label: requiredLine(longestFieldTexts.label),
    hint: line(longestFieldTexts.hint).default(''),
    isRequired: z.boolean({ error: fieldText }).default(false),
    /** The options of a choice. Other kinds have none. */
    options: z
      .array(requiredLine(longestFieldTexts.option))
      .max(mostOptions, { error: () => t('Enter up to {most} options', { most: mostOptions }) })
      .refine((options) => new Set(options).size === options.length, {
        error: () => t('Name each option once'),
      })
      .default([]),
    /** The prices that the question is for, or null for all. */
    priceIds: z.array(uuid).min(1).max(12).nullable().default(null),
    texts: translatedTexts({
      label: line(longestFieldTexts.label),
      hint: line(longestFieldTexts.hint),
      options: text(longestOptions),
    }).describe('The texts in further languages; `options` has one per line, in the order of the options'),
  })
  .transform((field) => (hasOptions(field.kind) ? field : { ...field, options: [] }))
  .refine(({ kind, options }) => !hasOptions(kind) || options.length > 0, {
    path: ['options'],
    error: () => t('Enter at least one option'),
  })

/** The questions to buyers besides email and name, in the order of the page. */
export const fieldList = z
  .array(formField)
  .max(mostFields, { error: () => t('A form can ask up to {most} questions', { most: mostFields }) })
  .superRefine((fields, context) => {
    for (const [place, { slug }] of fields.entries()) {
      if (fields.findIndex((field) => field.slug === slug) === place) continue
      context.addIssue({
        code: 'custom',
        path: [place, 'slug'],
        message: t('Another question has this name'),
      })
    }
  })

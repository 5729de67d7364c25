import { z } from 'zod'
import { type fieldList, formField } from '#selling/forms/fields/form-field.ts'

export type EditedQuestion = z.output<typeof formField>

export const questionsOf = (fields: z.input<typeof fieldList> | undefined): EditedQuestion[] =>
  (fields ?? []).flatMap((field) => formField.safeParse(field).data ?? [])

/** A question in its dialog, with one option per line. */
export const typedQuestion = z
  .object({
    label: z.string(),
    kind: z.string(),
    hint: z.string(),
    lines: z.string(),
    isRequired: z.boolean(),
    priceIds: z.array(z.string()).nullable(),
  })
  .transform(({ lines, ...typed }, context): Omit<EditedQuestion, 'slug' | 'texts'> => {
    const { data, error } = formField.safeParse({ ...typed, slug: 'typed', options: optionsIn(lines) })
    const issues = new Map(error?.issues.map(({ path: [name = ''], message }) => [name, message]))
    for (const [name, message] of issues) {
      context.addIssue({ code: 'custom', message, path: [name === 'options' ? 'lines' : name] })
    }
    if (data === undefined) return z.NEVER
    const { slug: _, texts: __, ...question } = data
    return question
  })
export type TypedQuestion = z.input<typeof typedQuestion>

export const newQuestion: TypedQuestion = {
  label: '',
  kind: 'text',
  hint: '',
  lines: '',
  isRequired: false,
  priceIds: null,
}

export function typedOf({ options, ...question }: EditedQuestion): TypedQuestion {
  const { label, kind, hint, isRequired, priceIds } = question
  return { label, kind, hint, isRequired, priceIds, lines: options.join('\n') }
}

function optionsIn(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const longestSlug = 40

/** A name for a question's answers, made from its label. It stays the same when the label changes. */
export function slugOf(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    // Room for a number.
    .slice(0, longestSlug - 3)
  const first = plain === '' ? 'question' : plain
  const names = Array.from({ length: taken.length + 1 }, (_, place) =>
    place === 0 ? first : `${first}_${place + 1}`,
  )
  return names.find((name) => !taken.includes(name)) ?? first
}

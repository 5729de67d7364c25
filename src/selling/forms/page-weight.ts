import { type Kysely, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/**
 * How many characters the descriptions of a form's order bumps may have together. Each buyer loads all of them, twice, with
 * the page; fifty of the longest weigh a megabyte and a half.
 */
const mostBumpText = 100_000

type Described = { readonly id: string; readonly textLength: number }

/** Why these bumps are too much for one page; what is on the form already may stay, whatever it weighs. */
export function bumpTextProblem(bumps: readonly Described[], stored: readonly string[]): string | undefined {
  if (bumps.every(({ id }) => stored.includes(id))) return undefined
  const length = bumps.reduce((sum, { textLength }) => sum + textLength, 0)
  return length > mostBumpText
    ? `The descriptions of these order bumps have ${inWords(length)} characters together. A payment page can have up to ${inWords(mostBumpText)}. Shorten some, or choose fewer`
    : undefined
}

/** Why a bump cannot have a description of this length, because of the other bumps of a form that it is on. */
export async function longerTextProblem(
  db: Kysely<Database>,
  formIds: readonly string[],
  { id, textLength }: Described,
): Promise<string | null> {
  if (formIds.length === 0) return null
  const [heaviest] = await db
    .selectFrom('formBumps')
    .innerJoin('bumpsView as bumps', 'bumps.id', 'formBumps.bumpId')
    .innerJoin('forms', 'forms.id', 'formBumps.formId')
    .select(['forms.title', sql<number>`sum(char_length(bumps.description))::integer`.as('length')])
    .where('formBumps.formId', 'in', (form) =>
      form.selectFrom('formBumps').select('formId').where('bumpId', '=', id).where('formId', 'in', formIds),
    )
    .where('bumps.id', '<>', id)
    .where('bumps.deletedAt', 'is', null)
    .groupBy(['forms.id', 'forms.title'])
    .orderBy('length', 'desc')
    .limit(1)
    .execute()
  const length = (heaviest?.length ?? 0) + textLength
  return heaviest === undefined || length <= mostBumpText
    ? null
    : `With this, the descriptions of the order bumps on “${heaviest.title}” have ${inWords(length)} characters together. A payment page can have up to ${inWords(mostBumpText)}`
}

const inWords = (count: number) => count.toLocaleString('en')

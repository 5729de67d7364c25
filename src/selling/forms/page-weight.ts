import { type Kysely, sql } from 'kysely'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import { longestText } from './store.ts'

/**
 * The maximum number of characters in the descriptions of all of a form's order bumps. Each buyer loads all of them
 * twice with the page, and fifty of the longest take 1.5 MB.
 */
const mostBumpText = 100_000

type Described = { readonly id: string; readonly textLength: number }

/** The error if these bumps are too much for one page. Bumps already on the form can stay. */
export function bumpTextProblem(bumps: readonly Described[], stored: readonly string[]): string | undefined {
  if (bumps.every(({ id }) => stored.includes(id))) return undefined
  const length = bumps.reduce((sum, { textLength }) => sum + textLength, 0)
  return length > mostBumpText
    ? t(
        'The descriptions of these order bumps have {length} characters together. A payment page can have up to {most}. Shorten some, or choose fewer',
        { length: grouped(length), most: grouped(mostBumpText) },
      )
    : undefined
}

/** The error if a bump's description is too long along with the other bumps of one of its forms. */
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
    .select(['forms.title', sql<number>`sum(${longestText('bumps')})::integer`.as('length')])
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
    : t(
        'With this, the descriptions of the order bumps on “{title}” have {length} characters together. A payment page can have up to {most}',
        { title: heaviest.title, length: grouped(length), most: grouped(mostBumpText) },
      )
}

const grouped = (count: number) => count.toLocaleString('en')

import { pickFields } from '#foundation/values/pick-fields.ts'
import { formCreate, type FormCreate } from '#selling/forms/contract.ts'
import { openNames, termNames } from '#selling/forms/price/further-price.ts'
import { changedFields, type FormValues } from '../editor/form-values.ts'

type Name = keyof FormCreate

/** A field that was changed here, and elsewhere to something else, since the form was opened. */
export type Conflict = { readonly name: Name; readonly theirs: unknown; readonly mine: unknown }

/** What is merged part by part, so that none of it replaces another's. */
const mergedApart: readonly Name[] = ['timers', 'bumps', 'otoSequenceList', 'files', 'prices', 'priceId']
/** The first price stands in the form itself. */
const ofFirstPrice: readonly Name[] = [
  ...(['priceLabel', 'amount', 'priceType', 'billingInterval', 'billingPeriod', 'cancelAfter'] as const),
  ...openNames,
  ...termNames,
]

/**
 * The fields in which a save would replace what somebody else has saved since. Where another price has become the first one,
 * its fields are those of another price and are held against nothing.
 */
export function findConflicts(began: FormValues, edited: FormCreate, current: FormValues): Conflict[] {
  const [before, theirs] = [formCreate.safeParse(began).data, formCreate.safeParse(current).data]
  // What was stored under other rules is not told apart from what is typed.
  if (before === undefined || theirs === undefined) return []
  const sent = changedFields(began, edited)
  const isSameFirst = before.priceId === theirs.priceId && before.priceId === edited.priceId
  return formCreate
    .keyof()
    .options.filter((name) => Object.hasOwn(sent, name))
    .filter((name) => !mergedApart.includes(name) && (isSameFirst || !ofFirstPrice.includes(name)))
    .filter((name) => !isSame(theirs[name], before[name]) && !isSame(theirs[name], edited[name]))
    .map((name) => ({ name, theirs: theirs[name], mine: edited[name] }))
}

/** What was typed, with these fields as they are stored now. */
export function withTheirs(
  edited: FormCreate,
  current: FormValues,
  conflicts: readonly Conflict[],
): FormCreate {
  const theirs = pickFields(
    formCreate.parse(current),
    conflicts.map(({ name }) => name),
  )
  return { ...edited, ...theirs }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

import { ApiError } from '#foundation/http/contract/client.ts'
import { WrongFields } from '#web/kit/feedback/error-message.ts'
import { formCreate, type FormCreate } from '#selling/forms/contract.ts'
import type { MergedPrices } from './merge-prices.ts'

/** A form with its merged prices; throws what is wrong with them together, though it was with neither of both. */
export function formWith({ values, atOwnFields }: MergedPrices, form: FormCreate): FormCreate {
  if (values === null) throw new WrongFields({ prices: noneLeft })
  const { data, error } = formCreate.safeParse({ ...form, ...values })
  if (data !== undefined) return data
  const problems = error.issues.map(({ path, message }) => [path.join('.'), message] as const)
  throw new WrongFields(atOwnFields(Object.fromEntries(problems)))
}

const noneLeft =
  'Somebody else has changed the prices too: together, buyers would see no price at all. Load the page again to see what was changed, or show one of these prices to all.'

/** A refusal by the server of what was merged, at the fields that the editor has for it; null: that was not merged. */
export function refusedOf(
  merged: readonly (Pick<MergedPrices, 'atOwnFields'> | null)[],
  error: unknown,
): unknown {
  const parts = merged.filter((part) => part !== null)
  const isOfFields = error instanceof ApiError && Object.keys(error.errors).length > 0
  if (!isOfFields || parts.length === 0) return error
  const errors = parts.reduce<ApiError['errors']>((known, part) => part.atOwnFields(known), error.errors)
  return new WrongFields(errors, { cause: error })
}

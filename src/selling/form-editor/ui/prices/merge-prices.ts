import { t } from '#foundation/language/t.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { formCreate, type FormCreate } from '#selling/forms/contract.ts'
import { WrongFields } from '#web/kit/feedback/error-message.ts'
import { type EditedPrice, pricesOf, type PriceValues, valuesOfPrices } from './arrange-prices.ts'

type Errors = Readonly<Record<string, string>>

export type MergedPrices = {
  /** Null if no visible price would be left. */
  readonly values: PriceValues | null
  /** Moves errors of the merged prices to the editor's fields. */
  readonly atOwnFields: (errors: Errors) => Errors
}

/** A price with its place in the editor, or null if it was added elsewhere. */
type Merged = { readonly price: EditedPrice; readonly place: number | null }

/**
 * The editor's price changes on top of others' later ones. Unchanged values follow the stored form, so that
 * correcting an amount does not put a price back on sale that a colleague has retired. Null if no price was changed
 * here.
 */
export function mergedPrices(
  before: PriceValues,
  mine: PriceValues,
  theirs: () => Promise<PriceValues>,
): Promise<MergedPrices> | null {
  const [base, edited] = [pricesOf(before), pricesOf(mine)]
  if (JSON.stringify(base) === JSON.stringify(edited)) return null
  return theirs().then((values) => {
    const merged = onTopOf(pricesOf(values), base, edited)
    return {
      values: valuesOfPrices(merged.map(({ price }) => price)),
      atOwnFields: (errors) => errorsAtOwnFields(errors, merged),
    }
  })
}

/** A price that was removed elsewhere but changed here stays, so the save is rejected. */
function onTopOf(
  theirs: readonly EditedPrice[],
  base: readonly EditedPrice[],
  mine: readonly EditedPrice[],
): Merged[] {
  const known = (prices: readonly EditedPrice[], { id }: EditedPrice) =>
    id === null ? undefined : prices.find((one) => one.id === id)
  // Only one price is the default, so that is decided once, not per price.
  const [opensAtFirst, opensHere, opensThere] = [base, mine, theirs].map(
    (prices) => prices.find(({ isDefault }) => isDefault)?.id ?? null,
  )
  const isChosenHere = opensHere !== opensAtFirst
  const isDefault = (price: EditedPrice) =>
    isChosenHere ? price.isDefault : price.id !== null && price.id === opensThere
  const kept = mine.flatMap((price, place) => {
    const [before, now] = [known(base, price), known(theirs, price)]
    const changed = before === undefined ? {} : changesOf(before, price)
    if (now === undefined && before !== undefined && Object.keys(changed).length === 0) return []
    return [{ price: { ...(now ?? price), ...changed, isDefault: isDefault(price) }, place }]
  })
  const added = theirs
    .filter((price) => known(base, price) === undefined)
    .map((price) => ({ price: { ...price, isDefault: !isChosenHere && price.isDefault }, place: null }))
  return [...kept, ...added]
}

function changesOf(before: EditedPrice, after: EditedPrice): Partial<EditedPrice> {
  const unchanged = new Map(Object.entries(before))
  const isChanged = (name: string, value: unknown) =>
    JSON.stringify(unchanged.get(name)) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => isChanged(name, value)))
}

/** The first price's fields are in the form itself, three of them under other names. */
const ofFirst = new Map([
  ['priceLabel', 'label'],
  ['priceId', 'id'],
  ['priceTexts', 'texts'],
])

function errorsAtOwnFields(errors: Errors, merged: readonly Merged[]): Errors {
  const first = merged.findIndex(({ price }) => price.state === 'listed')
  const sent = [merged[first], ...merged.filter((_, place) => place !== first)]
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const [, number, name = ofFirst.get(path) ?? path] = /^prices\.(\d+)\.(.+)$/.exec(path) ?? []
      const rejected = sent[number === undefined ? 0 : Number(number) + 1]
      if (rejected === undefined || !(name in rejected.price)) return [path, message]
      const { price, place } = rejected
      if (place === null)
        return [
          'prices',
          t('{name}: {message}', {
            name: price.label || t('A price that was added elsewhere'),
            message,
          }),
        ]
      if (place > 0) return [`prices.${place - 1}.${name}`, message]
      return [[...ofFirst].find(([, own]) => own === name)?.[0] ?? name, message]
    }),
  )
}

/** A form with its merged prices. Throws errors that only the merge causes. */
export function formWith({ values, atOwnFields }: MergedPrices, form: FormCreate): FormCreate {
  if (values === null) throw new WrongFields({ prices: noneLeft() })
  const { data, error } = formCreate.safeParse({ ...form, ...values })
  if (data !== undefined) return data
  const problems = error.issues.map(({ path, message }) => [path.join('.'), message] as const)
  throw new WrongFields(atOwnFields(Object.fromEntries(problems)))
}

const noneLeft = () =>
  t(
    'Someone else changed the prices too, and together no price would be visible. Reload the page to see their changes, or make one of these prices visible.',
  )

/** Moves the server's errors about merged values to the editor's fields. Other errors stay the same. */
export function rejectedOf(
  merged: readonly (Pick<MergedPrices, 'atOwnFields'> | null)[],
  error: unknown,
): unknown {
  const parts = merged.filter((part) => part !== null)
  const isOfFields = error instanceof ApiError && Object.keys(error.errors).length > 0
  if (!isOfFields || parts.length === 0) return error
  const errors = parts.reduce<ApiError['errors']>((known, part) => part.atOwnFields(known), error.errors)
  return new WrongFields(errors, { cause: error })
}

import type { Kysely, Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { type FileAttachment, uploadAgain } from '#accounts/uploads/contract.ts'
import { holdAttachments, isOwnPicture, readAttachments } from '#accounts/uploads/own-files.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { toMajor } from '#foundation/money/amount.ts'
import { tooSmallProblem } from '#foundation/money/price-problem.ts'
import { wireAmounts } from '#foundation/money/wire-amounts.ts'
import type { FormUse } from '#selling/catalog/serve-catalog-items.ts'

type Uploads = {
  readonly image?: string | undefined
  readonly files?: readonly FileAttachment[] | null | undefined
}

/**
 * Returns the attached files as stored. Throws for a picture or files that the seller has not stored, or has stored
 * under other names. The current picture, `present`, is accepted.
 */
export async function takeUploads(
  db: Kysely<Database>,
  sellerId: string,
  { image, files }: Uploads,
  present?: string,
): Promise<readonly FileAttachment[]> {
  const attachments = await readAttachments(db, sellerId, files ?? [])
  const errors = {
    ...(image === undefined || image === present || (await isOwnPicture(db, sellerId, image))
      ? {}
      : { image: uploadAgain.picture() }),
    ...attachments.errors,
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
  return attachments.files ?? []
}

/** Attached files as a column of the product. */
export async function filesColumn(
  tx: Transaction<Database>,
  sellerId: string,
  taken: readonly FileAttachment[],
): Promise<string> {
  return JSON.stringify(await holdAttachments(tx, sellerId, taken))
}

/** The amount in minor units of the currency. */
type Price = { readonly amount: number; readonly currency: string }

/** A stored bump or offer as the API returns it, with the amount in major units. */
export function describePriced<Row extends Price>(row: Row): Row {
  return { ...row, amount: toMajor(row.amount, row.currency) }
}

/** Throws if a changed price would exceed what a card can pay on one of the product's forms. */
export async function rejectTooMuch(
  db: Kysely<Database>,
  { chargeProblem }: Pick<FormUse, 'chargeProblem'>,
  sellerId: string,
  forms: readonly string[],
  stored: Price & { readonly id: string },
  { amount }: Price,
): Promise<void> {
  const problem =
    amount > stored.amount ? await chargeProblem(db, sellerId, forms, { id: stored.id, amount }) : null
  if (problem !== null) throw new InvalidFields({ amount: problem })
}

type GivenPrice = { readonly amount?: number | undefined; readonly currency?: string | undefined }

/**
 * The columns of a changed price. Throws field errors. If the currency changes, the amount keeps its number: 5 usd
 * become 5 eur. `forms` is the number of forms that use it. `isChargedAlone` means that a card may be charged for
 * nothing else, so the card minimum applies.
 */
export function changedPrice(stored: Price, given: GivenPrice, forms: number, isChargedAlone = true): Price {
  const currency = given.currency ?? stored.currency
  const { decode, errors } = wireAmounts(currency)
  const price = {
    amount: decode('amount', given.amount ?? toMajor(stored.amount, stored.currency)),
    currency,
  }
  const wrong = Object.keys(errors).length > 0 ? errors : priceErrors(stored, price, forms, isChargedAlone)
  if (Object.keys(wrong).length > 0) throw new InvalidFields(wrong)
  return price
}

function priceErrors(
  stored: Price,
  { amount, currency }: Price,
  forms: number,
  isChargedAlone: boolean,
): Record<string, string> {
  const problem = isChargedAlone ? tooSmallProblem(amount, currency) : null
  if (problem !== null) return { amount: problem }
  return forms > 0 && currency !== stored.currency ? { currency: currencyInUse(forms) } : {}
}

/** The error if the currency is changed while forms use the product. */
function currencyInUse(forms: number): string {
  return t('The currency cannot change while {forms, plural, one {# form uses} other {# forms use}} this', {
    forms,
  })
}

import type { Kysely } from 'kysely'
import { uploadAgain, type FileAttachment } from '#accounts/uploads/contract.ts'
import { areOwnFiles, isOwnPicture } from '#accounts/uploads/own-files.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/http/failures.ts'
import { toMajor, toMinor } from '#foundation/money/amount.ts'
import { amountProblem, priceProblem } from '#foundation/money/price-problem.ts'
import { currencyInUse } from './messages.ts'

type Uploads = {
  readonly image?: string | undefined
  readonly files?: readonly FileAttachment[] | null | undefined
}

/** Throws for a picture or attached files that the seller has not stored; the picture `present` stays. */
export async function checkOwnUploads(
  db: Kysely<Database>,
  sellerId: string,
  { image, files }: Uploads,
  present?: string,
): Promise<void> {
  const urls = (files ?? []).map(({ url }) => url)
  const errors = {
    ...(image === undefined || image === present || (await isOwnPicture(db, sellerId, image))
      ? {}
      : { image: uploadAgain.picture }),
    ...((await areOwnFiles(db, sellerId, urls)) ? {} : { files: uploadAgain.file }),
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
}

type Price = { readonly amount: number; readonly currency: string }

/** A stored bump or offer as the wire carries it: the amount in major units. */
export function describePriced<Row extends Price>(row: Row): Row {
  return { ...row, amount: toMajor(row.amount, row.currency) }
}

/**
 * The columns of a changed price, in minor units. A changed currency keeps the amount in major units: 5 usd become
 * 5 eur. Answers the field errors instead when the new price cannot be charged, or `forms` forms hold on to the
 * currency. `isChargedAlone`: a card may be charged it and nothing else, so that it cannot be too small for one.
 */
export function changedPrice(
  stored: Price,
  given: { readonly amount?: number | undefined; readonly currency?: string | undefined },
  forms: number,
  isChargedAlone = true,
): { columns: Price } | { errors: Record<string, string> } {
  const currency = given.currency ?? stored.currency
  const amount = given.amount ?? toMajor(stored.amount, stored.currency)
  const problem = (isChargedAlone ? priceProblem : amountProblem)(amount, currency)
  if (problem !== null) return { errors: { amount: problem } }
  if (forms > 0 && currency !== stored.currency) return { errors: { currency: currencyInUse(forms) } }
  return { columns: { amount: toMinor(amount, currency), currency } }
}

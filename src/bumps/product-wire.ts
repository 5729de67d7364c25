import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { InvalidFields } from '#http/failures.ts'
import { toMajor, toMinor } from '#money/amount.ts'
import { priceProblem } from '#money/price-problem.ts'
import type { FileAttachment } from '#uploads/contract.ts'
import { checkUploads } from '#uploads/own-files.ts'
import { currencyInUse } from './messages.ts'

/** Throws for a picture and attached files that are not the seller's. */
export async function checkOwnUploads(
  db: Kysely<Database>,
  sellerId: string,
  {
    image,
    files,
  }: { readonly image?: string | undefined; readonly files?: FileAttachment[] | null | undefined },
): Promise<void> {
  const errors = await checkUploads(db, sellerId, { image, files: files ?? [] })
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
}

type Price = { readonly amount: number; readonly currency: string }

/** A stored bump or offer as the wire carries it: the amount in major units. */
export function describePriced<Row extends Price>(row: Row): Row {
  return { ...row, amount: toMajor(row.amount, row.currency) }
}

/**
 * The columns of a changed price, in minor units. A changed currency keeps the amount in major units: 5 usd become
 * 5 eur. Answers the field errors instead when the new price can't be charged, or `forms` forms hold on to the
 * currency.
 */
export function changedPrice(
  stored: Price,
  given: { readonly amount?: number | undefined; readonly currency?: string | undefined },
  forms: number,
): { columns: Price } | { errors: Record<string, string> } {
  const currency = given.currency ?? stored.currency
  const amount = given.amount ?? toMajor(stored.amount, stored.currency)
  const problem = priceProblem(amount, currency)
  if (problem !== null) return { errors: { amount: problem } }
  if (forms > 0 && currency !== stored.currency) return { errors: { currency: currencyInUse(forms) } }
  return { columns: { amount: toMinor(amount, currency), currency } }
}

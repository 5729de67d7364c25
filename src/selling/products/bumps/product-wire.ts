import type { Kysely } from 'kysely'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { areOwnFiles } from '#accounts/uploads/own-files.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/http/failures.ts'
import { toMajor, toMinor } from '#foundation/money/amount.ts'
import { priceProblem } from '#foundation/money/price-problem.ts'
import { currencyInUse } from './messages.ts'

/** Throws for attached files that the seller has not stored. */
export async function checkOwnFiles(
  db: Kysely<Database>,
  sellerId: string,
  files: readonly FileAttachment[],
): Promise<void> {
  const urls = files.map(({ url }) => url)
  if (!(await areOwnFiles(db, sellerId, urls))) throw new InvalidFields({ files: 'Upload the file again' })
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

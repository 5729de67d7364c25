import type { Sale } from '../contract.ts'

/** A purchase of the list, with what its buyer tried before it and came to nothing, newest first. */
export type FoldedSale = { readonly sale: Sale; readonly tries: readonly Sale[] }

/** Who comes back later begins anew; milliseconds. */
const longest = 24 * 60 * 60 * 1000

/** Rows of a page of the list, newest first: a try that came to nothing stands beneath what the same buyer made of it on the same form. */
export function foldTries(sales: readonly Sale[]): FoldedSale[] {
  const folded: { sale: Sale; tries: Sale[] }[] = []
  for (const sale of sales) {
    const later = isTry(sale) ? folded.find((one) => followed(sale, one.sale)) : undefined
    if (later === undefined) folded.push({ sale, tries: [] })
    else later.tries.push(sale)
  }
  return folded
}

function isTry({ kind, status }: Sale): boolean {
  return kind === 'order' && (status === 'failed' || status === 'canceled')
}

function followed(tried: Sale, later: Sale): boolean {
  const between = Date.parse(later.createdAt) - Date.parse(tried.createdAt)
  return (
    later.kind === 'order' &&
    later.formId === tried.formId &&
    later.email.toLowerCase() === tried.email.toLowerCase() &&
    // A list of certain days goes by the day of payment: what stands above may have been ordered before.
    between >= 0 &&
    between <= longest
  )
}

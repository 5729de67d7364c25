/** A paid purchase's invoice number, always the same: the day of payment and the end of the purchase's id. */
export function invoiceNumber({ id, paidAt }: { readonly id: string; readonly paidAt: Date }): string {
  return `${paidAt.toISOString().slice(0, 10).replaceAll('-', '')}-${id.slice(-endLength).toUpperCase()}`
}

/** How many digits of a purchase's id its invoice number contains. */
export const endLength = 8

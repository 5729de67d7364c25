/** The number of a paid purchase's invoice, always the same: the day it was paid and the end of the purchase's id. */
export function invoiceNumber({ id, paidAt }: { readonly id: string; readonly paidAt: Date }): string {
  return `${paidAt.toISOString().slice(0, 10).replaceAll('-', '')}-${id.slice(-endLength).toUpperCase()}`
}

/** How much of a purchase's id stands in the number of its invoice. */
export const endLength = 8

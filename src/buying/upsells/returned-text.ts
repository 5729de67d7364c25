import type { AcceptedOffer } from './contract.ts'

/** What the buyer reads of an offer whose money goes back, wherever it is shown; null: it does not. */
export function returnedText({
  refund,
  isUndone,
}: Pick<AcceptedOffer, 'refund' | 'isUndone'>): string | null {
  if (refund === null) return null
  const what = isUndone ? 'Undone' : 'Refunded'
  return refund === 'pending'
    ? `${what}. The money is on its way back to your card.`
    : `${what}. The money goes back to your card, usually within 5 to 10 business days.`
}

export const undoFailed = 'This could not be undone. Try again, or ask the seller.'

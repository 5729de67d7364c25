import type { AcceptedOffer } from './contract.ts'

/** The text about an offer's refund, wherever it is shown; null: there is none. */
export function returnedText({
  refund,
  isUndone,
}: Pick<AcceptedOffer, 'refund' | 'isUndone'>): string | null {
  if (refund === null) return null
  const what = isUndone ? 'Undone' : 'Refunded'
  return refund === 'pending'
    ? `${what}. Your refund is on its way to your card.`
    : `${what}. You will be refunded to your card, usually within 5 to 10 business days.`
}

export const undoFailed = 'We could not undo this. Try again or contact the seller.'

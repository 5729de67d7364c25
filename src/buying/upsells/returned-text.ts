import { msg, t } from '#foundation/language/t.ts'
import type { AcceptedOffer } from './contract.ts'

export function returnedText({
  refund,
  isUndone,
}: Pick<AcceptedOffer, 'refund' | 'isUndone'>): string | null {
  if (refund === null) return null
  const what = isUndone ? t('Undone.') : t('Refunded.')
  const when =
    refund === 'pending'
      ? t('Your refund is on its way to your card.')
      : t('You will be refunded to your card, usually within 5 to 10 business days.')
  return `${what} ${when}`
}

export const undoFailed = msg('We could not undo this. Try again or contact the seller.')

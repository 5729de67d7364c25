import { t } from '#foundation/language/t.ts'

/** The messages for a card that cannot be charged. The specification prescribes the first and the last. */
export const cardMessages = {
  notLoaded: () => t('Error processing payment through stripe, try again or contact admin'),
  fieldAbsent: () => t('The card field did not load. Check your connection or turn off content blockers.'),
  methodFailed: () => t('Error processing your payment method, try again or contact admin'),
} as const

import { t } from '#foundation/language/t.ts'

/** The payment page's messages. The specification prescribes "Form paid successfully". */
export const checkoutMessages = {
  checking: () => t('We are checking your payment. Do not pay again.'),
  processing: () => t('Your bank is still processing it. We will email you. Do not pay again.'),
  paid: () => t('Form paid successfully'),
  reload: () => t('Reload the page'),
} as const

/** The label of the checkbox that offers a reminder. It is stored as the buyer's consent. */
export function reminderText(): string {
  return t('Email me a reminder if I don’t finish')
}

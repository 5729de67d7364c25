import { t } from '#foundation/language/t.ts'
import { pageLanguage } from '#foundation/language/words.ts'

/**
 * Why the card was declined, in the page's language: in Stripe's words on English pages, and in our own words for its
 * code on others, because Stripe's API speaks only English.
 */
export function declineText(reason: string, message: string): string {
  return pageLanguage() === 'en' ? message : textOf(reason)
}

function textOf(reason: string): string {
  switch (reason) {
    case 'insufficient_funds':
      return t('Your card has insufficient funds.')
    case 'expired_card':
      return t('Your card has expired.')
    case 'incorrect_cvc':
    case 'invalid_cvc':
      return t('Your card’s security code is incorrect.')
    case 'incorrect_number':
    case 'invalid_number':
      return t('Your card number is incorrect.')
    case 'invalid_expiry_month':
    case 'invalid_expiry_year':
      return t('Your card’s expiration date is invalid.')
    case 'incorrect_zip':
      return t('Your card’s postal code is incorrect.')
    case 'card_not_supported':
      return t('Your card does not support this type of purchase.')
    case 'currency_not_supported':
      return t('Your card does not support this currency.')
    case 'processing_error':
      return t('An error occurred while processing your card.')
    default:
      return t('Your card was declined.')
  }
}

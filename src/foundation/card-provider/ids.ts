import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'

// Validates the provider's ids that callers send. They become part of the provider's URLs, so only real ids
// are accepted. A card number sent by mistake is neither stored nor logged.

export const paymentMethodId = z
  .string({ error: fieldText })
  .regex(/^pm_\w{1,250}$/, { error: () => t('This payment method is not valid') })

export const confirmationTokenId = z
  .string({ error: fieldText })
  .regex(/^ctoken_\w{1,250}$/, { error: () => t('This payment is not valid, please try again') })

export const setupIntentId = z
  .string({ error: fieldText })
  .regex(/^seti_\w{1,250}$/, { error: () => t('This card setup is not valid') })

/** Whether an intent only saves a card and charges nothing. */
export function isSetupId(id: string): boolean {
  return id.startsWith('seti_')
}

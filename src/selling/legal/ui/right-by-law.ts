import { t } from '#foundation/language/t.ts'
import { lawOf } from '#buying/consumer-law/laws.ts'

/** The buyers' legal right, shown while a seller with a known country has set no policy. */
export function rightByLaw(country: string | null): string {
  return lawOf(country) === null
    ? t('Your country gives buyers no right to withdraw. Buyers in the EU may have 14 days.')
    : t('Buyers can withdraw within the legal period, 14 days in the EU.')
}

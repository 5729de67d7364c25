import { t } from '#foundation/language/t.ts'
import { formatAmount, parseAmount } from './amount.ts'

/** An amount in major units for people, or a dash while it is incomplete. */
export function shownAmount(amount: number, currency: string): string {
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) return '–'
  return parsed.minor === 0 ? t('Free') : formatAmount(parsed.minor, currency)
}

import { formatAmount, parseAmount } from './amount.ts'

/** An amount in major units as people read it; what is being typed and is no amount yet is a dash. */
export function shownAmount(amount: number, currency: string): string {
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) return '–'
  return parsed.minor === 0 ? 'Free' : formatAmount(parsed.minor, currency)
}

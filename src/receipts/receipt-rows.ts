import { formatAmount } from '#money/amount.ts'
import { dayText } from '#subscriptions/plan-text.ts'
import type { Receipt } from './store.ts'

export type ReceiptRow = { readonly label: string; readonly amount: string }

/** What was bought line by line, and the tax. */
export function receiptRows({ lines, taxAmount, currency }: Receipt): ReceiptRow[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  const [first] = lines
  const isInclusive = first?.taxInclusive === true
  const tax = {
    label: `${first?.taxTitle ?? 'Tax'} ${first?.taxPercentage ?? ''}%`,
    amount: amount(taxAmount),
  }
  return [
    ...lines.map((line) => ({ label: line.title, amount: amount(isInclusive ? line.total : line.subtotal) })),
    ...(taxAmount === 0 ? [] : [isInclusive ? { ...tax, label: `Including ${tax.label}` } : tax]),
  ]
}

/** A day as buyers read it, in UTC. */
export function dateOf(time: Date | number | null): string {
  return dayText(new Date(time ?? 0).getTime())
}

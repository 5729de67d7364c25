import { formatAmount } from '#foundation/money/amount.ts'
import { taxLabel } from '#payments/pricing/tax-label.ts'
import { dayText } from '#foundation/day-text.ts'
import type { Receipt } from './store.ts'

export type ReceiptRow = { readonly label: string; readonly amount: string }

/** What was bought line by line, and the tax. */
export function receiptRows({ lines, taxAmount, currency }: Receipt): ReceiptRow[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  const [first] = lines
  const isInclusive = first?.taxInclusive === true
  const tax = {
    label: taxLabel(first?.taxTitle ?? null, first?.taxPercentage ?? '', isInclusive),
    amount: amount(taxAmount),
  }
  return [
    ...lines.map((line) => ({ label: line.title, amount: amount(isInclusive ? line.total : line.subtotal) })),
    ...(taxAmount === 0 ? [] : [tax]),
  ]
}

/** What was bought, in short: the form, or the offer that followed it. */
export function titleOf({ kind, formTitle, lines }: Receipt): string {
  return kind === 'offer' ? (lines[0]?.title ?? formTitle) : formTitle
}

/** A day as buyers read it, in UTC. */
export function dateOf(time: Date | number | null): string {
  return dayText(new Date(time ?? 0).getTime())
}

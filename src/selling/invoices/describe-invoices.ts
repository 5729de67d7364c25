import type { z } from 'zod'
import type { ChosenNumbering } from '#payments/invoices/choose-numbering.ts'
import { numberAt } from '#payments/invoices/series-numbers.ts'
import type { issued, numbering, series } from './contract.ts'
import type { IssuedRow, sumSeries } from './store.ts'

export function describeNumbering({
  since,
  restoredAt,
  ...rest
}: ChosenNumbering): z.input<typeof numbering> {
  return { ...rest, since: since?.toISOString() ?? null, restoredAt: restoredAt?.toISOString() ?? null }
}

export function describeIssued(row: IssuedRow): Omit<z.input<typeof issued>, 'path'> {
  const sign = row.kind === 'credit' ? -1 : 1
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    purchaseId: row.purchaseId,
    ofNumber: row.ofNumber,
    number: row.number ?? '',
    issuedOn: row.issuedOn ?? '',
    name: row.billTo?.details?.name ?? row.billTo?.name ?? '',
    currency: row.currency ?? '',
    taxAmount: sign * (row.taxAmount ?? 0),
    total: sign * (row.total ?? 0),
  }
}

export function describeSeries(rows: Awaited<ReturnType<typeof sumSeries>>): z.input<typeof series> {
  const [one] = rows
  if (one === undefined) throw new RangeError('A series has rows')
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const days = rows.flatMap(({ from, to }) => [from, to]).toSorted()
  return {
    id: one.id,
    first: numberAt(one, one.firstNumber),
    last: numberAt(one, one.nextNumber - 1),
    from: days.at(0) ?? '',
    to: days.at(-1) ?? '',
    count,
    missing: one.nextNumber - one.firstNumber - count,
    sums: rows,
  }
}

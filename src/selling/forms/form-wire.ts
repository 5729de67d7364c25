import type { z } from 'zod'
import { givenColumns } from '#foundation/db/given-columns.ts'
import { toMajor, toMinor } from '#foundation/money/amount.ts'
import { describePriced } from '#selling/products/bumps/product-wire.ts'
import type { form, FormCard, FormCreate, FormUpdate } from './contract.ts'
import type { FormCardRow, FormColumns, FormParts, FormRow } from './store.ts'

/** A stored form as the wire carries it: amounts in major units, times as ISO text. */
export function describeForm(row: FormRow): z.input<typeof form> {
  const { oneTimeOfferId: _, sellerId: __, deletedAt: ___, priceChangedAt: ____, ...known } = row
  const { tax, oneTimeOffer, ...columns } = known
  const amount = toMajor(row.amount, row.currency)
  return {
    ...columns,
    amount,
    oneTimePrice: row.priceType === 'OneTimePrice' ? amount : null,
    recurringPrice: row.priceType === 'RecurringPrice' ? amount : null,
    taxId: tax?.id ?? null,
    tax: tax === null ? null : { ...tax, percentage: Number(tax.percentage) },
    bumps: row.bumps.map(describePriced),
    otoSequenceList: row.otoSequenceList.map(describePriced),
    oneTimeOffer: oneTimeOffer === null ? null : describePriced(oneTimeOffer),
    timers: row.timers.map((timer) => ({
      ...timer,
      amount: timer.amount === null ? null : toMajor(timer.amount, row.currency),
    })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function describeFormCard(row: FormCardRow): FormCard {
  return { ...row, amount: toMajor(row.amount, row.currency), createdAt: row.createdAt.toISOString() }
}

/** A timer on the wire; its amount in major units. */
export type TimerFields = {
  readonly title: string
  readonly timestamp: number
  readonly timezone: string | null
  readonly amount: number | null
  readonly redirectUrl: string | null
}

/** The fields that an update brings, those left out undefined. */
export type ChangedFields = Omit<FormUpdate, 'isDetailUpdate' | 'timers'> & {
  readonly timers?: readonly TimerFields[] | undefined
}

/** A new form's columns; the amount in minor units. */
export function newFormColumns(fields: FormCreate): FormColumns {
  const { bumps: _, otoSequenceList: __, timers: ___, oneTimeOffer, amount, files, ...columns } = fields
  return {
    ...columns,
    oneTimeOfferId: oneTimeOffer,
    amount: toMinor(amount, fields.currency),
    files: JSON.stringify(files),
  }
}

/** The given fields as columns, and as the parts that live in tables of their own; amounts in minor units. */
export function formColumns(fields: ChangedFields, currency: string): Partial<FormColumns> {
  const { bumps: _, otoSequenceList: __, timers: ___, oneTimeOffer, amount, files, ...columns } = fields
  return givenColumns({
    ...columns,
    oneTimeOfferId: oneTimeOffer,
    amount: amount === undefined ? undefined : toMinor(amount ?? 0, currency),
    files: files === undefined ? undefined : JSON.stringify(files),
  })
}

export function formParts({ bumps, otoSequenceList, timers }: ChangedFields, currency: string): FormParts {
  return {
    bumps,
    otoSequenceList,
    timers: timers?.map((timer) => ({
      title: timer.title,
      expiresAt: new Date(timer.timestamp),
      timezone: timer.timezone,
      amount: timer.amount === null ? null : toMinor(timer.amount, currency),
      redirectUrl: timer.redirectUrl,
    })),
  }
}

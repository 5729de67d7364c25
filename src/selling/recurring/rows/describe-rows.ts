import type { CountedRow, MovementRow } from '../contract.ts'
import { sumMonthly } from '../definitions/monthly-value.ts'
import type { StoredCounted, StoredMovement } from './store.ts'

/** The monthly value of each change. The month's total is rounded only once. */
export function describeMovement(row: StoredMovement): MovementRow {
  const { id, orderId, at, kind, because, name, email, formTitle, currency } = row
  return {
    id: String(id),
    saleId: orderId,
    at: at.toISOString(),
    kind,
    because,
    name,
    email,
    formTitle,
    amount: sumMonthly([row]),
    currency,
  }
}

export function describeCounted(row: StoredCounted): CountedRow {
  const { orderId, startedAt, name, email, formTitle, currency } = row
  return {
    saleId: orderId,
    startedAt: startedAt.toISOString(),
    name,
    email,
    formTitle,
    amount: sumMonthly([row]),
    currency,
  }
}

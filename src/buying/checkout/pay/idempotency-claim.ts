import { hash, randomUUID } from 'node:crypto'
import type { Order } from '#payments/purchases/charge/charge-purchase.ts'
import type { PayFormBody } from '../contract.ts'

/** What tells a request to pay from every other: one claim is one purchase. */
export type IdempotencyClaim = Pick<Order, 'formId' | 'idempotencyKey' | 'fingerprint' | 'email'>

/** `formId` in whatever case it was written; `key` is what the request brings, if anything. */
export function idempotencyClaimOf(
  formId: string,
  body: PayFormBody,
  key: string | undefined,
): IdempotencyClaim {
  return {
    formId,
    idempotencyKey: key ?? derivedKey(body),
    fingerprint: fingerprintOf(body),
    email: body.email,
  }
}

/**
 * The key of a request that brings none: the same card of the same buyer pays the same form once. What costs nothing is a
 * purchase of its own each time, since whoever knows a name and an email would be answered with the buyer's secret.
 */
function derivedKey({ form, email, ...body }: PayFormBody): string {
  const means = meansIn(body)
  return means === null ? randomUUID() : `derived-${digest([form, means, email])}`
}

/** Tells one purchase from another: what is bought, by whom, with which card, and what they consented to. */
function fingerprintOf(paid: PayFormBody): string {
  const { form, price, quantity, amount, bumps, email, name, consents, coupon } = paid
  const start = paid.withoutTrial ? [{ withoutTrial: true }] : []
  const told = consents.length === 0 ? [] : [consents.map(({ kind, text }) => [kind, text])]
  const code = coupon === undefined ? [] : [{ coupon }]
  const chosen = price === undefined ? [] : [{ price }]
  const count = quantity === undefined ? [] : [{ quantity }]
  const named = amount === undefined ? [] : [{ amount }]
  const bought = [form, [...new Set(bumps)].toSorted(), email, name, meansIn(paid)]
  return digest([...bought, ...told, ...code, ...chosen, ...count, ...named, ...start])
}

/** The provider's ids tell themselves apart by how they begin. */
function meansIn({
  paymentMethodId,
  confirmationToken,
}: Pick<PayFormBody, 'paymentMethodId' | 'confirmationToken'>): string | null {
  return paymentMethodId ?? confirmationToken
}

function digest(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url')
}

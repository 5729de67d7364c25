import type { PaymentIntentRecord } from '#sandbox/payments/records.ts'
import type { World } from '#sandbox/world.ts'

/** Tells the invoice that an intent belongs to how the payment went. */
export function applyToInvoice(_world: World, _intent: PaymentIntentRecord): void {}

import { emit } from '#events/emit.ts'
import type { World } from '#world.ts'
import type { PaymentIntentRecord } from '../records.ts'
import { renderPaymentIntent } from './render-payment-intent.ts'

export function cancelIntent(
  world: World,
  intent: PaymentIntentRecord,
  reason: PaymentIntentRecord['cancellation_reason'],
): PaymentIntentRecord {
  const canceled = world.store.paymentIntents.put({
    ...intent,
    status: 'canceled',
    canceled_at: world.clock.now(),
    cancellation_reason: reason,
  })
  emit(world, intent.account, 'payment_intent.canceled', renderPaymentIntent(world, canceled))
  return canceled
}

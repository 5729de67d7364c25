import { useEffect, useSyncExternalStore } from 'react'
import type { Flow } from './flow.ts'
import type { Payment } from './payment.ts'

/** Where a payment is, which goes on with what this tab has begun. */
export function useResumed(payment: Payment): Flow {
  const flow = useSyncExternalStore(payment.subscribe, payment.flow, payment.flow)
  useEffect(() => {
    payment.arrive().catch(() => payment.startOver())
  }, [payment])
  return flow
}

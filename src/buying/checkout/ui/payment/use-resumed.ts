import { useEffect, useSyncExternalStore } from 'react'
import type { Flow } from './flow.ts'
import type { Payment } from './payment.ts'

/** The state of a payment that resumes this tab's pending purchase. */
export function useResumed(payment: Payment): Flow {
  const flow = useSyncExternalStore(payment.subscribe, payment.flow, payment.flow)
  useEffect(() => {
    payment.arrive().catch(() => payment.startOver())
  }, [payment])
  return flow
}

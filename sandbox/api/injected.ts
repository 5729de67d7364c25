import type { CallFault } from '#faults/script.ts'
import { ApiError, type ErrorType } from './errors.ts'

export function isBefore(fault: CallFault): boolean {
  return !['timeout_after', 'cut_after', 'hold_after'].includes(fault.kind)
}

/** The error that an injected fault or rate limit answers instead of the real result. */
export function errorFault(fault: CallFault & { kind: 'error' | 'rate_limit' }): ApiError {
  if (fault.kind === 'rate_limit') {
    return new ApiError(
      429,
      {
        type: 'rate_limit_error',
        code: 'rate_limit',
        message:
          'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      },
      { headers: { 'Stripe-Rate-Limited-Reason': 'global-rate' } },
    )
  }
  const type: ErrorType =
    fault.status === 402 ? 'card_error' : fault.status < 500 ? 'invalid_request_error' : 'api_error'
  return new ApiError(fault.status, { type, message: 'Injected by the fault script.', ...fault.body })
}

/** Whether the key stores this injected response, as Stripe would store a real one. */
export function isStored(fault: CallFault & { kind: 'error' }): boolean {
  return fault.stored ?? (fault.status >= 500 || fault.status === 402)
}

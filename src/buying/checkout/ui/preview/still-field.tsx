import { useImperativeHandle } from 'react'
import type { PaymentFieldProps } from '../form/payment-field.tsx'

/** A picture of the payment field: nothing can be typed into it, and no script of the provider's is loaded for it. */
export function StillField({ ref }: PaymentFieldProps) {
  useImperativeHandle(ref, () => ({
    check: () => null,
    read: () => Promise.reject(new Error('A preview reads no card')),
    focus: () => undefined,
  }))
  return (
    <fieldset className="card-field grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">Payment</legend>
      <div className="control text-muted flex items-center gap-3">
        <svg viewBox="0 0 24 16" className="h-4 w-6 shrink-0" aria-hidden="true">
          <rect x="0.75" y="0.75" width="22.5" height="14.5" rx="2" fill="none" stroke="currentColor" />
          <path d="M1 5h22" stroke="currentColor" strokeWidth="2.5" />
        </svg>
        <span className="min-w-0 flex-1 truncate">Card number</span>
        <span className="whitespace-nowrap">MM / YY</span>
        <span>CVC</span>
      </div>
    </fieldset>
  )
}

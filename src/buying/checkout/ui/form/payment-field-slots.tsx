import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { isOpen, type ElementsStatus } from './elements.ts'
import {
  PaymentField,
  type MethodChange,
  type PaymentFieldProps,
  type PaymentHandle,
} from './payment-field.tsx'

/** What a payment field reports before the buyer has chosen anything in it. */
const untouched: MethodChange = { type: 'card', isEmpty: true, isByBuyer: false }

/**
 * A payment field for one-time payments and another for recurring ones. Only the needed one is visible. The provider
 * makes no token from one for the other, so buyers who switch must enter their details again. Their earlier input stays
 * in case they switch back.
 */
export function PaymentFieldSlots({ elements, error, onChange, ref, ...props }: PaymentFieldProps) {
  const [slots, setSlots] = useState<readonly ElementsStatus[]>([elements])
  const [typed, setTyped] = useState<ReadonlySet<number>>(new Set<number>())
  const changes = useRef(new Map<number, MethodChange>())
  const handles = useRef(new Map<number, PaymentHandle | null>())
  const changed = useRef(onChange)
  const now = slots.indexOf(elements)
  if (now === -1) setSlots([...slots.filter(isOpen), elements])

  useEffect(() => {
    changed.current = onChange
  })
  useEffect(() => {
    if (now !== -1) changed.current({ ...(changes.current.get(now) ?? untouched), isByBuyer: false })
  }, [now])

  const shown = () => {
    const handle = handles.current.get(now)
    if (!handle) throw new Error('The payment field does not exist')
    return handle
  }
  useImperativeHandle(ref, () => ({
    check: (isWrong) => shown().check(isWrong),
    read: (buyer) => shown().read(buyer),
    focus: () => shown().focus(),
  }))

  const isLeftBehind = !typed.has(now) && typed.size > 0
  return (
    <div className="grid gap-3">
      {slots.map((slot, index) => (
        <div key={index} hidden={index !== now}>
          <PaymentField
            {...props}
            ref={(handle) => void handles.current.set(index, handle)}
            elements={slot}
            error={index === now ? error : null}
            errorId={`card-error-${index}`}
            onChange={(change) => {
              changes.current.set(index, change)
              setTyped((known) => withIf(known, index, !change.isEmpty))
              if (index === now) onChange(change)
            }}
          />
        </div>
      ))}
      <p role="status" className={isLeftBehind ? 'note' : 'sr-only'}>
        {isLeftBehind &&
          t(
            'This order needs a different payment form, so please enter your details again. If you switch back, what you typed before is still there.',
          )}
      </p>
    </div>
  )
}

function withIf(known: ReadonlySet<number>, index: number, isIn: boolean): ReadonlySet<number> {
  if (known.has(index) === isIn) return known
  return new Set(isIn ? [...known, index] : [...known].filter((one) => one !== index))
}

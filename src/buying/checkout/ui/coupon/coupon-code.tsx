import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { Price } from '#payments/pricing/price.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { Payment } from '../payment/payment.ts'
import { useReading } from '../page/reading.ts'
import type { CouponOnPage, EnteredCode } from './coupon-on-page.ts'
import { enterCode } from './enter-code.ts'

export type CouponCodeProps = {
  readonly data: PaymentPageData
  readonly chosen: ReadonlySet<string>
  readonly payment: Payment
  readonly price: Price
  readonly coupon: CouponOnPage | null
  readonly isDisabled: boolean
  readonly onChange: (entered: EnteredCode | null) => void
}

/** The part of the page where a buyer enters a coupon code, sees its discount and can remove it. */
export function CouponCode({ data, chosen, payment, price, coupon, isDisabled, onChange }: CouponCodeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [refused, setRefused] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const remover = useRef<HTMLButtonElement>(null)
  const { pricing, quote } = data
  const asked = useRef(0)

  const refuse = (message: string, code: string) => {
    onChange(null)
    setIsOpen(true)
    setError(message)
    // The input field may not exist yet, for example if the code came from a link.
    setRefused(code)
    if (field.current !== null && field.current.value === '') field.current.value = code
  }
  const apply = async (code: string, isQuiet: boolean) => {
    setIsAsking(true)
    asked.current += 1
    const mine = asked.current
    const answer = await enterCode(code, data, chosen)
    // The buyer has since chosen another price or removed the code, so the earlier response no longer counts.
    if (mine !== asked.current) return
    setIsAsking(false)
    if (answer.kind === 'unchecked' && isQuiet) return
    if (answer.kind !== 'taken') return refuse(answer.message, code)
    rememberCode(answer.entered.code)
    setRefused('')
    setError(null)
    onChange(answer.entered)
  }
  const remove = () => {
    asked.current += 1
    setIsAsking(false)
    rememberCode('')
    setIsOpen(false)
    onChange(null)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const enter = async () => {
    const code = field.current?.value.trim() ?? ''
    if (isAsking || isDisabled) return
    if (code === '') {
      setError(t('Enter your code'))
      return field.current?.focus()
    }
    await apply(code, false)
    // An accepted code replaces the input field, so the keyboard focus must move.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) remover.current?.focus()
    })
  }
  const latest = useRef({ apply, refuse, coupon })
  useEffect(() => {
    latest.current = { apply, refuse, coupon }
  })

  // If the form's data, the price or the trial changed, the server is asked again for the code's discount and promise.
  useEffect(() => {
    const code = recallCode()
    if (code !== '') void latest.current.apply(code, latest.current.coupon !== null)
  }, [quote.token, pricing.priceId, data.chosen?.withoutTrial])
  useEffect(
    () =>
      payment.subscribe(() => {
        const now = payment.flow()
        const message = now.state === 'failed' ? now.problem.fields['coupon'] : undefined
        if (message === undefined) return
        rememberCode('')
        latest.current.refuse(message, latest.current.coupon?.code ?? '')
      }),
    [payment],
  )

  if (coupon !== null) {
    return <Taken {...{ price, coupon, isDisabled, remover }} onRemove={remove} />
  }
  if (!isOpen) {
    return (
      <button
        ref={opener}
        type="button"
        className="link justify-self-start text-sm"
        onClick={() => {
          setIsOpen(true)
          requestAnimationFrame(() => field.current?.focus())
        }}
      >
        {t('Have a code?')}
      </button>
    )
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor="coupon" className="text-sm font-medium">
        {t('Code')}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id="coupon"
          type="text"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={refused}
          readOnly={isDisabled}
          aria-invalid={error !== null}
          aria-describedby="coupon-error"
          className={`control min-w-0 flex-1 ${error === null ? '' : 'control-invalid'}`}
          onInput={() => setError(null)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return
            // The Enter key must not pay here.
            event.preventDefault()
            void enter()
          }}
        />
        <button
          type="button"
          className="button-quiet shrink-0 px-4"
          aria-disabled={isAsking || isDisabled}
          onClick={() => void enter()}
        >
          {isAsking ? t('Checking…') : t('Apply')}
        </button>
      </div>
      <LiveError id="coupon-error" text={error} />
    </div>
  )
}

type TakenProps = Pick<CouponCodeProps, 'price' | 'isDisabled'> & {
  readonly coupon: CouponOnPage
  readonly remover: RefObject<HTMLButtonElement | null>
  readonly onRemove: () => void
}

function Taken({ price, coupon, isDisabled, remover, onRemove }: TakenProps) {
  const { amountText } = useReading()
  return (
    <div className="flex items-baseline justify-between gap-4 text-sm">
      <output id="coupon-taken">
        {coupon.effect(
          price,
          amountText,
          <span translate="no" className="font-medium wrap-anywhere">
            {coupon.code}
          </span>,
        )}
      </output>
      <button
        ref={remover}
        type="button"
        aria-describedby="coupon-taken"
        className="link shrink-0"
        aria-disabled={isDisabled}
        onClick={isDisabled ? undefined : onRemove}
      >
        {rich('Remove<hidden> the code {code}</hidden>', {
          code: coupon.code,
          hidden: <span className="sr-only" />,
        })}
      </button>
    </div>
  )
}

const name = () => `tillform.coupon.${window.location.pathname}`

/** The code that this tab uses: the last one entered, or the link's. None after it was removed. */
function recallCode(): string {
  try {
    const kept = window.sessionStorage.getItem(name())
    if (kept !== null) return kept
  } catch {
    // Without storage, as in private browsing, only the link's code is known.
  }
  return new URLSearchParams(window.location.search).get('coupon')?.trim() ?? ''
}

/** Remembers the code for this tab. An empty one means no code, even if the link contains one. */
function rememberCode(code: string): void {
  try {
    window.sessionStorage.setItem(name(), code)
  } catch {
    // Without storage, the code is remembered only until the page is left.
  }
}

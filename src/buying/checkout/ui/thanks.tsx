import { trialEndAt } from '#payments/subscriptions/trial-days.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { linkedText } from '#foundation/linked-text.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { PaymentPageData } from '../page-data.ts'
import { tellEmbedder } from './embedder.ts'
import { useIsFramed } from './use-is-framed.ts'
import type { Receipt } from './flow.ts'
import { Leaving } from './leaving.tsx'
import { startRenewalText } from './start-schedule.tsx'
import { DiscountedSummary } from './discounted-summary.tsx'
import { Runs } from './runs.tsx'
import { taxWordsOf } from './shown-lines.ts'
import { useReading } from './reading.ts'
import { webAddress } from './web-address.ts'

type ThanksProps = {
  readonly receipt: Receipt
  readonly data: PaymentPageData
  readonly onStartOver: () => void
  /** The buyer still has something to answer, and is not sent away yet. */
  readonly isHeld?: boolean
  /** What followed the purchase. */
  readonly children?: ReactNode
}

/** A code may be for the first payments alone: what is paid later is not said by what is paid now. */
function isReduced({ lines: [own], full = own }: Price): boolean {
  return (full?.discountAmount ?? 0) > 0
}

function paymentText({ price, email, paidWith }: Receipt): string {
  if (price.total > 0) return paidWith === null ? `Paid by ${email}` : `Paid by ${email} with ${paidWith}`
  return paidWith === null
    ? `Ordered by ${email}`
    : `Ordered by ${email}. Nothing was charged to ${paidWith}.`
}

/** The place of the payment takes the focus, since the button goes with what it stood in. */
function begin(place: HTMLElement | null): void {
  if (place === null) return
  place.tabIndex = -1
  place.focus()
}

/** What a paid buyer sees; the heading takes the focus, since the form it stood in is gone. */
export function Thanks({ receipt, data, onStartOver, isHeld = false, children }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
    tellEmbedder({ wants: 'view' })
  }, [])
  const isInFrame = useIsFramed()
  const { amountText, dayText } = useReading()
  const from = (days: number) => dayText(trialEndAt(data.quote.issuedAt, days))
  const next = webAddress(receipt.redirectUrl)
  return (
    <div className="grid gap-5">
      <svg viewBox="0 0 24 24" className="text-success size-12" aria-hidden="true">
        <circle cx="12" cy="12" r="12" fill="currentColor" opacity="0.15" />
        <path d="m7 12.5 3.5 3.5L17 9" className="fill-none stroke-current stroke-2 [stroke-linecap:round]" />
      </svg>
      <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
        Thank you!
      </h2>
      <p className="leading-relaxed whitespace-pre-line wrap-anywhere">
        <Runs
          runs={
            receipt.successMessage === null
              ? [{ text: `Your purchase from ${data.sellerName} is complete.` }]
              : linkedText(receipt.successMessage)
          }
        />
      </p>
      {next !== null && !isHeld && (
        <Leaving href={next.href} host={next.host} isAutomatic={receipt.isFresh} />
      )}
      <section aria-label="Receipt" className="border-line grid gap-4 border-t pt-5">
        <DiscountedSummary
          code="Discount"
          price={receipt.price}
          words={taxWordsOf(data)}
          totalLabel={data.pricing.recurrence === null ? 'Total' : 'Paid now'}
        />
        {data.pricing.recurrence !== null && (
          <p className="text-sm">
            {isReduced(receipt.price)
              ? 'Your purchase page lists every payment that follows with its date and amount, and lets you change the card or cancel.'
              : `You are charged ${startRenewalText(data.pricing.recurrence, receipt.price, amountText, from)}. Your purchase page lists every payment date, and lets you change the card or cancel.`}
          </p>
        )}
        <p className="text-muted text-sm wrap-anywhere">{paymentText(receipt)}</p>
      </section>
      {children}
      <a
        href={receipt.purchasePath}
        target={isInFrame ? '_blank' : '_self'}
        rel="noreferrer"
        className="button min-h-11"
      >
        View your purchase
      </a>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          const place = currentTarget.closest('section')
          onStartOver()
          begin(place)
        }}
        className="button-quiet"
      >
        Make another payment
      </button>
    </div>
  )
}

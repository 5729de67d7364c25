import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import { linkedText } from '#foundation/text/linked-text.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { postToEmbedder } from '../page/embedder.ts'
import { useIsFramed } from '../page/use-is-framed.ts'
import type { Receipt } from '../payment/flow.ts'
import { Leaving } from '../page/leaving.tsx'
import { DiscountedSummary } from '../coupon/discounted-summary.tsx'
import { Runs } from '../details/runs.tsx'
import { taxWordsOf } from '../price/shown-lines.ts'
import { webAddress } from '../details/web-address.ts'

type ThanksProps = {
  readonly receipt: Receipt
  readonly data: PaymentPageData
  readonly onStartOver: () => void
  /** Whether the buyer still has a decision to make, so they are not redirected yet. */
  readonly isHeld?: boolean
  /** Content below the thank-you message. */
  readonly children?: ReactNode
}

function paymentText({ price, email, paidWith }: Receipt): string {
  if (price.total > 0)
    return paidWith === null
      ? t('Paid by {email}', { email })
      : t('Paid by {email} with {paidWith}', { email, paidWith })
  return paidWith === null
    ? t('Ordered by {email}', { email })
    : t('Ordered by {email}. Nothing was charged to {paidWith}.', { email, paidWith })
}

/** Moves the focus to the payment section, because the button no longer exists. */
function begin(place: HTMLElement | null): void {
  if (place === null) return
  place.tabIndex = -1
  place.focus()
}

/** The thank-you message for a buyer who has paid. Its heading gets the focus, because the form no longer exists. */
export function Thanks({ receipt, data, onStartOver, isHeld = false, children }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
    postToEmbedder({ wants: 'view' })
  }, [])
  const isInFrame = useIsFramed()
  const next = webAddress(receipt.redirectUrl)
  return (
    <div data-paid className="grid gap-5">
      <svg viewBox="0 0 24 24" className="text-success size-12" aria-hidden="true">
        <circle cx="12" cy="12" r="12" fill="currentColor" opacity="0.15" />
        <path d="m7 12.5 3.5 3.5L17 9" className="fill-none stroke-current stroke-2 [stroke-linecap:round]" />
      </svg>
      <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
        {t('Thank you!')}
      </h2>
      <p
        {...foreignUnless(
          receipt.successMessage === null || data.translated?.includes('successMessage'),
          data.foreign,
        )}
        className="leading-relaxed whitespace-pre-line wrap-anywhere"
      >
        <Runs
          runs={
            receipt.successMessage === null
              ? [{ text: t('Your purchase from {sellerName} is complete.', { sellerName: data.sellerName }) }]
              : linkedText(receipt.successMessage)
          }
        />
      </p>
      {next !== null && !isHeld && (
        <Leaving href={next.href} host={next.host} isAutomatic={receipt.isFresh} />
      )}
      <section aria-label={t('Receipt')} className="border-line grid gap-4 border-t pt-5">
        <DiscountedSummary
          code={receipt.code}
          price={receipt.price}
          words={taxWordsOf(data)}
          totalLabel={receipt.renewal === null ? t('Total') : t('Paid now')}
        />
        {receipt.renewal !== null && (
          <p className="text-sm">
            {t(
              'You will be charged {renewal}. See payment dates, change your card or cancel on your purchase page.',
              { renewal: receipt.renewal },
            )}
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
        {t('View your purchase')}
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
        {t('Buy again')}
      </button>
    </div>
  )
}

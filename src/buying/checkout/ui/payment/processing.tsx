import { useEffect, useRef } from 'react'
import { checkoutMessages } from '../../messages.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { DiscountedSummary } from '../coupon/discounted-summary.tsx'
import { postToEmbedder } from '../page/embedder.ts'
import { useIsFramed } from '../page/use-is-framed.ts'
import type { AwaitedOrder } from './flow.ts'
import { useReading } from '../page/reading.ts'
import { taxWordsOf } from '../price/shown-lines.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { Own } from '#web/kit/layout/own.tsx'

type ProcessingProps = { readonly order: AwaitedOrder; readonly data: PaymentPageData }

/** Shown to a buyer whose bank takes longer. The heading gets the focus, because the form no longer exists. */
export function Processing({ order, data }: ProcessingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
    postToEmbedder({ wants: 'view' })
  }, [])
  const target = useIsFramed() ? '_blank' : '_self'
  const { dayText } = useReading()
  return (
    <div className="grid gap-5">
      <svg viewBox="0 0 24 24" className="text-accent size-12" aria-hidden="true">
        <circle cx="12" cy="12" r="12" fill="currentColor" opacity="0.15" />
        <path
          d="M12 7v5l3 2"
          className="fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
        />
      </svg>
      <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
        {t('Your payment is processing')}
      </h2>
      <p className="leading-relaxed">{checkoutMessages.processing()}</p>
      <p className="text-muted text-sm">
        {t('Your bank has until {day} to confirm it. You can close this page.', {
          day: dayText(Date.parse(order.settlesBy)),
        })}
      </p>
      <section aria-label={t('Your order')} className="border-line grid gap-4 border-t pt-5">
        <DiscountedSummary
          code={order.code}
          price={order.price}
          words={taxWordsOf(data)}
          totalLabel={t('Total')}
        />
        <p className="text-muted text-sm wrap-anywhere">
          {rich('We will email {email}', { email: <Own>{order.email}</Own> })}
        </p>
      </section>
      <a href={order.purchasePath} target={target} rel="noreferrer" className="button min-h-11">
        {t('View your purchase')}
      </a>
    </div>
  )
}

import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { detailsLook, showPicture } from '#buying/checkout/ui/details/details-look.ts'
import { checkoutMessages } from '../../messages.ts'
import type { Run } from '../../description/description.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { CheckoutForm, type PriceField } from '../form/checkout-form.tsx'
import { isInAddress } from '../coupon/coupon-on-page.ts'
import { type Flow, isAtBank, isBusy } from '../payment/flow.ts'
import { formPriceText } from '../price/form-price.ts'
import type { DetailsModule } from '../details/load-details.ts'
import type { PaymentFieldProps } from '../form/payment-field.tsx'
import { ProblemNote } from '../form/problem-note.tsx'
import { createProviderScript } from '../form/provider-script.ts'
import type { Timing } from '../timing/timing.ts'
import { usePayment } from '../payment/use-payment.ts'
import { useStanding } from '../timing/use-standing.ts'
import { useCover } from './embedder.ts'
import { asRendered } from './as-rendered.ts'
import { PageLayout, type StillParts } from './page-layout.tsx'
import { createLatePartsLoader, useLateDetails, useLateParts } from './late/load-late.ts'
import { Reading } from './reading.ts'
import { useServerClock } from './server-clock.ts'

export type PaymentPageProps = {
  readonly initial: PaymentPageData
  /** Renders the product's details. In the browser there is none: it keeps the server's markup. */
  readonly renderer?: DetailsModule | null
  /** Absent in the browser, which keeps the server's markup. */
  readonly still?: StillParts | undefined
  /** The display of a timer or a recurring price; absent: the form had none when the page was made. */
  readonly timing?: Timing
  /** The page at the chosen price, the same object for the same choice; absent if there is one price. */
  readonly at?: (data: PaymentPageData) => PaymentPageData
  readonly children?: PriceField
  /** The payment methods, if there is more than one field. */
  readonly Field?: ComponentType<PaymentFieldProps>
}

function same(data: PaymentPageData): PaymentPageData {
  return data
}

/** The whole page, alive: its payment, its clock, and the price they hold. */
export function PaymentPage({
  initial,
  renderer = null,
  still,
  timing,
  at = same,
  children,
  Field,
}: PaymentPageProps) {
  const [known, setData] = useState(initial)
  const data = at(known)
  const [provider] = useState(() => createProviderScript(initial.provider))
  const [late] = useState(createLatePartsLoader)
  const [flow, payment] = usePayment(data, setData, provider, late)
  const [hasBegun, setHasBegun] = useState(false)
  const [news, setNews] = useState('')
  const [isPlaying, setIsPlaying] = useState(false)
  const begin = useCallback(() => {
    setHasBegun(true)
    payment.prepare()
  }, [payment])
  const play = useCallback(() => setIsPlaying(true), [])
  const serverTime = useServerClock(data.quote.issuedAt)
  const shown = formPriceText(data, data.quote.issuedAt)
  const onRenewed = useCallback(
    (renewed: PaymentPageData) => {
      const price = formPriceText(at(renewed), renewed.quote.issuedAt)
      if (price !== shown) setNews(t('The price is now {price}.', { price }))
      setData(renewed)
    },
    [shown, at],
  )
  const isIdle = !isBusy(flow) && !isPaidOrAtBank(flow)
  // Parts that are loaded later support everything a form may have become.
  const shownTiming = timing?.opening ? timing : (late.loaded()?.timing ?? timing)
  const standing = useStanding({
    data,
    late,
    onRenewed,
    serverTime,
    hasBegun,
    isIdle,
    timing: shownTiming,
  })
  useCover(flow.state === 'confirming')
  // A buyer who has paid has loaded them.
  const wantsCode = data.hasCodes === true || isInAddress('coupon')
  const isResumed = isInAddress('resume')
  const isAsRendered = known === initial && !isPlaying
  const wantsParts = wantsCode || isResumed || data.offersReminder === true || data.fields !== undefined
  const parts = useLateParts(late, standing.state === 'ended' || wantsParts || !isAsRendered)
  const lateRenderer = useLateDetails(isAsRendered ? null : parts)
  const alive = renderer ?? lateRenderer
  const details =
    alive === null ? (
      <RenderedDetails onPlay={play} />
    ) : (
      <alive.OfferDetails data={data} isPlaying={isPlaying} />
    )
  return (
    <Reading value={data}>
      <PageLayout data={data} details={details} still={still ?? null}>
        {flow.state === 'done' && parts !== null ? (
          <parts.Paid
            receipt={flow.receipt}
            data={data}
            provider={provider}
            onStartOver={payment.startOver}
          />
        ) : flow.state === 'processing' && parts !== null ? (
          <parts.Processing order={flow.order} data={data} />
        ) : data.unavailable !== null && isIdle ? (
          <Unavailable
            title={data.unavailableTitle}
            runs={data.unavailableRuns ?? [{ text: data.unavailable }]}
            flow={flow}
          />
        ) : standing.state === 'ended' ? (
          shownTiming && (
            <shownTiming.Ended redirectUrl={standing.redirectUrl} Leaving={parts?.Leaving ?? null} />
          )
        ) : (
          <>
            {isResumed && parts !== null && <parts.WelcomeBack data={data} />}
            {news !== '' && standing.state === 'open' && <p className="note mb-5 font-medium">{news}</p>}
            <p role="status" className="sr-only">
              {news}
            </p>
            {shownTiming && (
              <shownTiming.OfferClock data={data} standing={standing} serverTime={serverTime} />
            )}
            <CheckoutForm
              data={data}
              flow={flow}
              payment={payment}
              provider={provider}
              onBegin={begin}
              onApproach={payment.prepare}
              timing={shownTiming}
              CouponCode={wantsCode ? (parts?.CouponCode ?? null) : null}
              Reminder={parts?.Reminder}
              Field={Field}
              Questions={still?.Questions}
              openQuestions={parts?.openQuestions}
              Turn={late.loaded()?.PayTurn}
            >
              {children}
            </CheckoutForm>
          </>
        )}
      </PageLayout>
      <output className={flow.state === 'done' && !isComeBack(flow) ? 'toast' : 'sr-only'}>
        {isComeBack(flow) ? '' : statusText(flow.state)}
      </output>
      {flow.state === 'failed' && (
        // The problem is announced next to the button; the style sheet repeats it here.
        <p aria-hidden className="toast toast-of-failure" data-message={flow.problem.message} />
      )}
    </Reading>
  )
}

/** A reload after paying does not announce it again. */
function isComeBack(flow: Flow): boolean {
  return flow.state === 'done' && !flow.receipt.isFresh
}

/** An unfinished purchase is never removed from the page. */
function isPaidOrAtBank(flow: Flow): boolean {
  return flow.state === 'done' || isAtBank(flow)
}

function statusText(state: Flow['state']): string {
  if (state === 'paying') return t('Your payment is being processed.')
  if (state === 'confirming') return t('Your bank is asking you to confirm the payment.')
  if (state === 'checking') return checkoutMessages.checking()
  if (state === 'processing') return checkoutMessages.processing()
  if (state === 'done') return checkoutMessages.paid()
  return ''
}

type UnavailableProps = {
  readonly title: string | undefined
  readonly runs: readonly Run[]
  readonly flow: Flow
}

function Unavailable({ title, runs, flow }: UnavailableProps) {
  return (
    <div data-away className="grid gap-2">
      <ProblemNote problem={flow.state === 'failed' ? { ...flow.problem, advice: '' } : null} />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-muted leading-relaxed whitespace-pre-line wrap-anywhere">
        {/* Links made by our server: the code that finds links is not part of this page. */}
        {runs.map(({ text, href }, place) =>
          href === undefined ? (
            text
          ) : (
            <a
              key={place}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className="text-accent underline underline-offset-2"
            >
              {text}
            </a>
          ),
        )}
      </p>
    </div>
  )
}

/**
 * The product's details as the server rendered them: they stay untouched, so the page needs no script to render them.
 * A button shows a picture or plays the video; `onPlay` never changes.
 */
function RenderedDetails({ onPlay }: { readonly onPlay: () => void }) {
  const details = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = details
    const press = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button !== null && !showPicture(button)) onPlay()
    }
    current?.addEventListener('click', press)
    return () => current?.removeEventListener('click', press)
  }, [onPlay])
  return <article ref={details} {...asRendered} className={detailsLook} />
}

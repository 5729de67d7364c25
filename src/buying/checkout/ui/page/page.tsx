import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { detailsLook, showPicture } from '#buying/checkout/ui/details/details-look.ts'
import { checkoutMessages } from '../../messages.ts'
import type { Quote } from '../../contract.ts'
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
import { asRendered } from './as-rendered.tsx'
import { PageLayout, type StillParts } from './page-layout.tsx'
import { createLatePartsLoader, useLateDetails, useLateParts } from './late/load-late.ts'
import { Reading } from './reading.ts'
import { useServerClock } from './server-clock.ts'

export type PaymentPageProps = {
  readonly initial: PaymentPageData
  /** Renders the product's details. Missing in the browser, which leaves the server's HTML unchanged. */
  readonly renderer?: DetailsModule | null
  /** Missing in the browser, which leaves the server's HTML unchanged. */
  readonly still?: StillParts | undefined
  /** Shows a timer or a recurring price. Missing if the form had none when the page was made. */
  readonly timing?: Timing
  /**
   * Returns the page's data for the chosen price, the same object for the same choice. Missing if there is
   * only one price.
   */
  readonly at?: (data: PaymentPageData) => PaymentPageData
  readonly children?: PriceField
  /** The component for payment methods, if there is more than one field. */
  readonly Field?: ComponentType<PaymentFieldProps>
}

function same(data: PaymentPageData): PaymentPageData {
  return data
}

/** The whole interactive page: its payment, its clock, and the price that both work with. */
export function PaymentPage({
  initial,
  renderer = null,
  still,
  timing,
  at = same,
  children,
  Field,
}: PaymentPageProps) {
  const [received, setData] = useState(initial)
  const [taxed, setTaxed] = useState(() => same)
  const known = useMemo(() => taxed(received), [taxed, received])
  const data = at(known)
  const [provider] = useState(() => createProviderScript(initial.provider))
  const [late] = useState(createLatePartsLoader)
  const [flow, payment] = usePayment(data, setData, provider, late)
  const [hasBegun, setHasBegun] = useState(false)
  const [news, setNews] = useState('')
  const [isPlaying, setIsPlaying] = useState(false)
  const [hasCode, setHasCode] = useState(false)
  const begin = useCallback(() => {
    setHasBegun(true)
    payment.prepare()
  }, [payment])
  const showTax = useCallback((next: typeof same) => setTaxed(() => next), [])
  const play = useCallback(() => setIsPlaying(true), [])
  const serverTime = useServerClock(data.quote.issuedAt)
  const shown = formPriceText(data, data.quote.issuedAt)
  const onRenewed = useCallback(
    (renewed: PaymentPageData) => {
      const price = formPriceText(at(taxed(renewed)), renewed.quote.issuedAt)
      if (price !== shown) setNews(t('The price is now {price}.', { price }))
      setData(renewed)
    },
    [shown, at, taxed],
  )
  const hold = useCallback((quote: Quote) => setData((present) => ({ ...present, quote })), [])
  const isIdle = !isBusy(flow) && !isPaidOrAtBank(flow)
  // The parts that load later support everything the form may have become since the page was made.
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
  // For a buyer who has paid, these parts have already loaded.
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
      <PageLayout data={data} details={details} still={still}>
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
            {isResumed && parts !== null && <parts.WelcomeBack data={data} onHeld={hold} />}
            {news !== '' && standing.state === 'open' && <p className="note mb-5 font-medium">{news}</p>}
            <p role="status" className="sr-only">
              {news}
            </p>
            {shownTiming && <shownTiming.OfferClock {...{ data, standing, serverTime, hasCode }} />}
            <CheckoutForm
              data={data}
              flow={flow}
              payment={payment}
              provider={provider}
              onBegin={begin}
              onApproach={payment.prepare}
              timing={shownTiming}
              CouponCode={wantsCode ? (parts?.CouponCode ?? null) : null}
              onCode={setHasCode}
              Reminder={parts?.Reminder}
              AfterDecline={late.loaded()?.AfterDecline}
              Field={Field}
              Questions={still?.Questions}
              openQuestions={parts?.openQuestions}
              onTax={showTax}
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
        // The problem is announced next to the button. The style sheet shows it here as well.
        <p aria-hidden className="toast toast-of-failure" data-message={flow.problem.message} />
      )}
    </Reading>
  )
}

/** Marks the purchase as announced, so that a reload after paying does not announce it again. */
function isComeBack(flow: Flow): boolean {
  return flow.state === 'done' && !flow.receipt.isFresh
}

/** Whether the purchase is paid or at the bank. An unfinished purchase is never removed from the page. */
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
        {/* The server has already found the links, because this page does not contain the code for that. */}
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
 * The product's details as the server rendered them. They never change, so the page needs no script to render
 * them. A button shows a picture or plays the video; `onPlay` always stays the same function.
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

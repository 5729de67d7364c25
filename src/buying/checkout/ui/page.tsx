import { useCallback, useState } from 'react'
import { checkoutMessages } from '../messages.ts'
import type { PaymentPageData } from '../page-data.ts'
import { CheckoutForm, type PriceField } from './checkout-form.tsx'
import { useCover } from './embedder.ts'
import { Ended } from './ended.tsx'
import { isCodeInAddress } from './coupon-on-page.ts'
import { isAtBank, isBusy, type Flow } from './flow.ts'
import { formPriceText } from './form-price.ts'
import { KeptDetails } from './kept-details.tsx'
import { OfferClock } from './offer-clock.tsx'
import { PageLayout } from './page-layout.tsx'
import type { DetailsModule } from './load-details.ts'
import { createLatePartsLoader, useLateDetails, useLateParts } from './load-late.ts'
import { ProblemNote } from './problem-note.tsx'
import { Reading } from './reading.ts'
import { createProviderScript } from './provider-script.ts'
import { useServerClock } from './server-clock.ts'
import { usePayment } from './use-payment.ts'
import { useStanding } from './use-standing.ts'

export type PaymentPageProps = {
  readonly initial: PaymentPageData
  /** What renders what the buyer gets. A browser has none: it keeps that as the server rendered it. */
  readonly renderer?: DetailsModule | null
  /** The page at the price that is chosen, the same for the same; left out: there is one price. */
  readonly at?: (data: PaymentPageData) => PaymentPageData
  readonly children?: PriceField
}

function same(data: PaymentPageData): PaymentPageData {
  return data
}

/** The whole page, alive: its payment, its clock, and the price that they hold. */
export function PaymentPage({ initial, renderer = null, at = same, children }: PaymentPageProps) {
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
      if (price !== shown) setNews(`The price is now ${price}.`)
      setData(renewed)
    },
    [shown, at],
  )
  const isResting = !isBusy(flow) && !isPaidOrAtBank(flow)
  const standing = useStanding({ data, onRenewed, serverTime, hasBegun, isResting })
  useCover(flow.state === 'confirming')
  // Who has paid has loaded them.
  const wantsCode = data.hasCodes === true || isCodeInAddress()
  const isAsRendered = known === initial && !isPlaying
  const parts = useLateParts(late, standing.state === 'ended' || wantsCode || !isAsRendered)
  const lateRenderer = useLateDetails(isAsRendered ? null : parts)
  const alive = renderer ?? lateRenderer
  const details =
    alive === null ? <KeptDetails onPlay={play} /> : <alive.OfferDetails data={data} isPlaying={isPlaying} />
  return (
    <Reading value={data}>
      <PageLayout data={data} details={details}>
        {flow.state === 'done' && parts !== null ? (
          <parts.Paid
            receipt={flow.receipt}
            data={data}
            provider={provider}
            onStartOver={payment.startOver}
          />
        ) : flow.state === 'processing' && parts !== null ? (
          <parts.Processing order={flow.order} data={data} />
        ) : data.unavailable !== null && isResting ? (
          <Unavailable text={data.unavailable} flow={flow} />
        ) : standing.state === 'ended' ? (
          <Ended redirectUrl={standing.redirectUrl} Leaving={parts?.Leaving ?? null} />
        ) : (
          <>
            <OfferClock data={data} standing={standing} serverTime={serverTime} news={news} />
            <CheckoutForm
              data={data}
              flow={flow}
              payment={payment}
              provider={provider}
              onBegin={begin}
              onApproach={payment.prepare}
              CouponCode={wantsCode ? (parts?.CouponCode ?? null) : null}
            >
              {children}
            </CheckoutForm>
          </>
        )}
      </PageLayout>
      <output className={flow.state === 'done' && !isComeBack(flow) ? 'toast' : 'sr-only'}>
        {isComeBack(flow) ? '' : statusTexts[flow.state]}
      </output>
      {flow.state === 'failed' && (
        // What went wrong stands beside the button and is announced there; the style sheet shows it here as well.
        <p aria-hidden className="toast toast-of-failure" data-message={flow.problem.message} />
      )}
    </Reading>
  )
}

/** Who loads the page again after paying has been told. */
function isComeBack(flow: Flow): boolean {
  return flow.state === 'done' && !flow.receipt.isFresh
}

/** Nothing that the buyer still has to do with a purchase is taken from the page. */
function isPaidOrAtBank(flow: Flow): boolean {
  return flow.state === 'done' || isAtBank(flow)
}

const statusTexts = {
  filling: '',
  paying: 'Your payment is being processed.',
  confirming: 'Your bank is asking you to confirm the payment.',
  checking: checkoutMessages.checking,
  processing: checkoutMessages.processing,
  failed: '',
  done: checkoutMessages.paid,
} as const satisfies Record<Flow['state'], string>

type UnavailableProps = { readonly text: string; readonly flow: Flow }

function Unavailable({ text, flow }: UnavailableProps) {
  return (
    <div className="grid gap-2">
      <ProblemNote problem={flow.state === 'failed' ? { ...flow.problem, advice: '' } : null} />
      <h2 className="text-lg font-semibold">Not available at the moment</h2>
      <p className="text-muted leading-relaxed whitespace-pre-line wrap-anywhere">{text}</p>
    </div>
  )
}

import { useCallback, useState } from 'react'
import { checkoutMessages } from '../messages.ts'
import type { PaymentPageData } from '../page-data.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { useCover } from './embedder.ts'
import { Ended } from './ended.tsx'
import { isBusy, type Flow } from './flow.ts'
import { formPrice } from './form-price.ts'
import { OfferClock } from './offer-clock.tsx'
import { OfferDetails } from './offer-details.tsx'
import { Paid } from './paid.tsx'
import { createCardProvider } from './provider.ts'
import { useServerClock } from './server-clock.ts'
import { usePayment } from './use-payment.ts'
import { useStanding } from './use-standing.ts'

/** The whole page: what the buyer gets on one side, paying on the other; below each other on a phone. */
export function PaymentPage({ initial }: { readonly initial: PaymentPageData }) {
  const [data, setData] = useState(initial)
  const [provider] = useState(() => createCardProvider(initial.provider))
  const [flow, payment] = usePayment(data, setData, provider)
  const [hasBegun, setHasBegun] = useState(false)
  const [news, setNews] = useState('')
  const begin = useCallback(() => setHasBegun(true), [])
  const serverTime = useServerClock(data.quote.issuedAt)
  const shown = formPrice(data.pricing, data.quote.issuedAt)
  const onRenewed = useCallback(
    (renewed: PaymentPageData) => {
      const price = formPrice(renewed.pricing, renewed.quote.issuedAt)
      if (price !== shown) setNews(`The price is now ${price}.`)
      setData(renewed)
    },
    [shown],
  )
  const isResting = !isBusy(flow) && !isPaidOrAtBank(flow)
  const standing = useStanding({ data, onRenewed, serverTime, hasBegun, isResting })
  useCover(flow.state === 'confirming')
  return (
    <>
      {data.isTestMode && <TestModeRibbon />}
      <main className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-6 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-14 lg:py-14">
        <OfferDetails data={data} />
        <section aria-label="Payment" className="panel min-w-0 self-start p-5 sm:p-7">
          {flow.state === 'done' ? (
            <Paid receipt={flow.receipt} data={data} provider={provider} onStartOver={payment.startOver} />
          ) : data.unavailable !== null ? (
            <Unavailable text={data.unavailable} />
          ) : standing.state === 'ended' ? (
            <Ended redirectUrl={standing.redirectUrl} />
          ) : (
            <>
              <OfferClock data={data} standing={standing} serverTime={serverTime} news={news} />
              <CheckoutForm data={data} flow={flow} payment={payment} provider={provider} onBegin={begin} />
            </>
          )}
        </section>
      </main>
      <output className={flow.state === 'done' ? 'toast' : 'sr-only'}>{statusTexts[flow.state]}</output>
    </>
  )
}

/** Nothing that the buyer still has to do with a purchase is taken from the page. */
function isPaidOrAtBank(flow: Flow): boolean {
  return flow.state === 'done' || (flow.state === 'failed' && flow.problem.nextStep === 'confirm-at-bank')
}

const statusTexts = {
  filling: '',
  paying: 'Your payment is being made.',
  confirming: 'Your bank asks you to confirm the payment.',
  checking: checkoutMessages.checking,
  failed: '',
  done: checkoutMessages.paid,
} as const satisfies Record<Flow['state'], string>

function TestModeRibbon() {
  return (
    <header className="ribbon px-4 py-2 text-center text-sm">
      <strong>Test mode</strong>: no real money is taken. Pay with card{' '}
      <span className="whitespace-nowrap tabular-nums">4242 4242 4242 4242</span>, any future date and any
      CVC.
    </header>
  )
}

function Unavailable({ text }: { readonly text: string }) {
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-semibold">Not available at the moment</h2>
      <p className="text-muted leading-relaxed wrap-anywhere">{text}</p>
    </div>
  )
}

import { type SyntheticEvent, useCallback, useEffect, useImperativeHandle, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import type { ShownOffer } from '#buying/upsells/contract.ts'
import { closingTimer } from '#payments/pricing/timers.ts'
import type { PaymentFieldProps } from '#buying/checkout/ui/form/payment-field.tsx'
import type { PreviewMessage } from '../../page/preview/preview-message.ts'
import { CheckoutForm } from '../form/checkout-form.tsx'
import { Ended } from '../page/ended.tsx'
import type { Flow } from '../payment/flow.ts'
import { Leaving } from '../page/leaving.tsx'
import { acceptText, NextButton, smallPrint } from '../offers/offer-answers.tsx'
import { OfferCase } from '../offers/offer-case.tsx'
import { OfferClock } from '../timing/offer-clock.tsx'
import { OfferDetails } from '../details/offer-details.tsx'
import { PageLayout } from '../page/page-layout.tsx'
import { asListed } from '../price/as-listed.ts'
import { useChoice } from '../page/choice-page.tsx'
import { PayAction } from '../form/pay-action.tsx'
import type { Payment } from '../payment/payment.ts'
import type { ProviderScript } from '../form/provider-script.ts'
import { Reading } from '../page/reading.ts'
import { stillParts } from '../page/still-parts.tsx'
import { startWords } from '../page/opening-page.tsx'
import { startTiming } from '../timing/start-timing.ts'

const filling: Flow = { state: 'filling' }
const nothing = () => undefined
/** A payment that never begins. Clicks are stopped before they reach it, and this is a second safeguard. */
const noPayment: Payment = {
  flow: () => filling,
  subscribe: () => nothing,
  press: () => Promise.resolve(),
  arrive: () => Promise.resolve(),
  resume: () => Promise.resolve(),
  giveUp: () => Promise.resolve(),
  startOver: nothing,
}
const noProvider: ProviderScript = { load: () => Promise.resolve(null) }

/** How long the note about the preview is shown, in milliseconds. */
const saidFor = 3_000

type PreviewPageProps = {
  readonly message: PreviewMessage
  /** The difference between the previewed time and now, in milliseconds. */
  readonly offset: number
}

/**
 * The payment page in the form editor, built from its real parts. Bumps can be ticked, but nothing can be
 * paid and no link can be followed.
 */
export function PreviewPage({ message: { data, offer }, offset }: PreviewPageProps) {
  const [said, setSaid] = useState(0)
  const serverTime = useCallback(() => Date.now() + offset, [offset])
  const { at, children } = useChoice(serverTime, startWords)
  const shown = at(data)
  const closing = closingTimer(data.pricing, data.quote.issuedAt)
  useEffect(() => {
    if (said === 0) return undefined
    const timer = setTimeout(() => setSaid(0), saidFor)
    return () => clearTimeout(timer)
  }, [said])
  const hold = (event: SyntheticEvent) => {
    const isAction =
      event.type === 'submit' ||
      (event.target instanceof Element &&
        event.target.closest('a, button') !== null &&
        event.target.closest('[data-choice]') === null)
    if (!isAction) return
    event.preventDefault()
    event.stopPropagation()
    setSaid((times) => times + 1)
  }
  return (
    <Reading value={data}>
      <div onClickCapture={hold} onSubmitCapture={hold} role="presentation">
        <div inert={offer !== null}>
          <PageLayout data={shown} still={stillParts} details={<OfferDetails data={asListed(shown)} />}>
            {closing !== undefined ? (
              <Ended redirectUrl={closing.redirectUrl ?? ''} Leaving={Leaving} isStill />
            ) : (
              <>
                <OfferClock data={shown} standing={{ state: 'open' }} serverTime={serverTime} />
                <CheckoutForm
                  data={shown}
                  onTax={() => undefined}
                  flow={filling}
                  payment={noPayment}
                  provider={noProvider}
                  onBegin={nothing}
                  onApproach={nothing}
                  Field={StillField}
                  Questions={stillParts.Questions}
                  timing={startTiming}
                >
                  {children}
                </CheckoutForm>
              </>
            )}
          </PageLayout>
        </div>
        {offer !== null && <StillOffer offer={offer} />}
        <output className={said === 0 ? 'sr-only' : 'preview-note'}>
          {said > 0 && t('This is a preview. Buttons do not work here.')}
        </output>
      </div>
    </Reading>
  )
}

/** The offer without a modal dialog, which would take the focus from the editor next to the preview. */
function StillOffer({ offer }: { readonly offer: ShownOffer }) {
  return (
    <>
      <div className="fixed inset-0 bg-black/67" />
      <dialog open aria-labelledby="offer-title" className="offer-dialog panel fixed inset-0">
        <OfferCase offer={offer} />
        <div className="grid gap-4 p-5 sm:px-7 sm:pb-7">
          <div className="grid gap-3 sm:grid-cols-2">
            <PayAction
              flow={filling}
              payment={noPayment}
              price={offer.price}
              recurrence={null}
              text={acceptText(offer)}
            />
            <NextButton
              flow={filling}
              isOver={false}
              text={offer.declineButtonText}
              isDisabled={false}
              onDecline={nothing}
              onLeave={nothing}
            />
          </div>
          <p className="text-muted text-sm">{smallPrint(offer, false)}</p>
        </div>
      </dialog>
    </>
  )
}

/** A mock payment field: it accepts no input and loads no script from the provider. */
function StillField({ ref }: PaymentFieldProps) {
  useImperativeHandle(ref, () => ({
    check: () => null,
    read: () => Promise.reject(new Error('A preview reads no card')),
    focus: () => undefined,
  }))
  return (
    <fieldset className="card-field grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{t('Payment')}</legend>
      <div className="control text-muted flex items-center gap-3">
        <svg viewBox="0 0 24 16" className="h-4 w-6 shrink-0" aria-hidden="true">
          <rect x="0.75" y="0.75" width="22.5" height="14.5" rx="2" fill="none" stroke="currentColor" />
          <path d="M1 5h22" stroke="currentColor" strokeWidth="2.5" />
        </svg>
        <span className="min-w-0 flex-1 truncate">{t('Card number')}</span>
        <span className="whitespace-nowrap">MM / YY</span>
        <span>CVC</span>
      </div>
    </fieldset>
  )
}

import { useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { t } from '#foundation/language/t.ts'
import type { ShownOffer } from '#buying/upsells/contract.ts'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { checkoutMessages } from '../../messages.ts'
import { BuyerCard, readCard } from '../form/buyer-card.tsx'
import { useElements, type Elements } from '../form/elements.ts'
import { ExpressRow } from '../form/express-row.tsx'
import { isBusy, type Flow, type Receipt } from '../payment/flow.ts'
import { NextButton, acceptText, offerLines, smallPrint } from './offer-answers.tsx'
import { offerPayApi } from './offer-api.ts'
import { OfferCase } from './offer-case.tsx'
import { openPayment } from '../payment/open-payment.ts'
import { PayAction } from '../form/pay-action.tsx'
import { PayTurn } from '../form/pay-turn.tsx'
import type { MeansResult } from '../payment/payment.ts'
import { readToken } from '../form/payment-field.tsx'
import { ProblemNote } from '../form/problem-note.tsx'
import type { Problem } from '../payment/problem.ts'
import type { ProviderScript } from '../form/provider-script.ts'
import { useReading } from '../page/reading.ts'
import { useResumed } from '../payment/use-resumed.ts'

type OfferDialogProps = {
  readonly offer: ShownOffer
  readonly receipt: Receipt
  readonly formId: string
  readonly sellerName: string
  readonly provider: ProviderScript
  readonly onAccepted: () => void
  readonly onDeclined: () => Promise<void>
  /** Ends the sequence of offers while it is unknown whether this one was paid. */
  readonly onLeave: () => void
}

/** The payment methods for an offer, none of which needs a bank's page. */
const methodsOfOffers = ['card', 'link']

/**
 * Shows an offer after the payment in a dialog. It closes only when the buyer accepts or declines, so that
 * nothing happens by accident, and its heading gets the focus instead of a button. It also closes during bank
 * authentication, because nothing can appear above a dialog.
 */
export function OfferDialog({
  offer,
  receipt,
  formId,
  sellerName,
  provider,
  onAccepted,
  ...on
}: OfferDialogProps) {
  const card = useRef<CardHandle>(null)
  const [payment] = useState(() =>
    openPayment({
      id: offer.id,
      api: offerPayApi(receipt, offer.id),
      provider,
      renewPrices: () => Promise.resolve(false),
    }),
  )
  const flow = useResumed(payment)
  const [cardError, setCardError] = useState<string | null>(null)
  const [isDeclining, setIsDeclining] = useState(false)
  const failure = flow.state === 'failed' ? flow.problem : null
  const [takesCard, setTakesCard] = useState(offer.needsCard)
  if (asksForCard(failure) && !takesCard) setTakesCard(true)
  const isDone = flow.state === 'done'
  const busy = isBusy(flow) || isDone || isDeclining
  const isAtBank = failure?.nextStep === 'confirm-at-bank'
  const hasCard = takesCard && !isAtBank
  const isOver = failure?.nextStep === 'none' || failure?.nextStep === 'reload'
  const dialog = useModal(flow.state === 'confirming')
  const isNew = useIsNew()
  const { isGrossFirst } = useReading()
  const { price } = offer
  const elements = useElements(provider, price, false, hasCard, methodsOfOffers)

  useEffect(() => {
    if (isDone) onAccepted()
  }, [isDone, onAccepted])

  const accept = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const handle = hasCard ? card.current : null
    const error = handle?.check() ?? null
    setCardError(error)
    if (error !== null) return handle?.focus()
    void pay(handle && (() => readCard(handle, receipt)))
  }
  const pay = (read: (() => Promise<MeansResult>) | null) => {
    const { email, name } = receipt
    const body = { form: formId, bumps: [], email, name, quote: '', isRepeat: false }
    return payment.press({ price, body }, read)
  }
  const openSheet = () => {
    if (busy) return null
    setCardError(null)
    return offerLines(offer, isGrossFirst)
  }
  const paySheet = async (agreed: Elements) => {
    await pay(() => readToken(agreed, receipt))
    return payment.flow().state !== 'failed'
  }
  const decline = async () => {
    if (busy) return
    setIsDeclining(true)
    await on.onDeclined()
    setIsDeclining(false)
  }

  return (
    <>
      <dialog ref={dialog} closedby="none" aria-labelledby="offer-title" className="offer-dialog panel">
        <OfferCase offer={offer} />
        <form
          noValidate
          onSubmit={accept}
          className="grid gap-4 p-5 sm:px-7 sm:pb-7"
          style={isNew ? { pointerEvents: 'none' } : undefined}
        >
          {hasCard && (
            <>
              <ExpressRow
                elements={elements}
                sellerName={sellerName}
                isAway={false}
                isPayerKnown
                onOpen={openSheet}
                onAgreed={(_, agreed) => paySheet(agreed)}
              />
              <BuyerCard
                ref={card}
                provider={provider}
                error={cardError}
                onChange={() => setCardError(null)}
                isDisabled={busy}
              />
            </>
          )}
          <ProblemNote problem={failure} />
          <div className={`grid gap-3 ${isAtBank || flow.state === 'checking' ? '' : 'sm:grid-cols-2'}`}>
            {!isOver && (
              <PayAction
                flow={isDone ? { state: 'paying' } : flow}
                payment={payment}
                price={price}
                recurrence={null}
                text={acceptText(offer)}
                Turn={PayTurn}
              />
            )}
            <NextButton
              flow={flow}
              isOver={isOver}
              text={offer.declineButtonText}
              isDisabled={busy}
              onDecline={() => void decline()}
              onLeave={on.onLeave}
            />
          </div>
          {failure?.at === 'card' && !takesCard && (
            <button type="button" onClick={() => setTakesCard(true)} className="link justify-self-start py-1">
              {t('Use another card')}
            </button>
          )}
          <p className="text-muted text-sm">{smallPrint(offer, hasCard)}</p>
        </form>
        <output className="sr-only">{busy ? statusText(flow.state) : ''}</output>
      </dialog>
      {/* Announces texts to screen readers: inside the dialog while it is open, because text outside is not announced then, and outside while it is closed for bank authentication. */}
      <output className="sr-only">{flow.state === 'confirming' ? statusText('confirming') : ''}</output>
    </>
  )
}

/**
 * Opens the dialog above the page, and closes it while something else must be on top. In browsers without `closedby`,
 * Escape is prevented where possible. Where it is not (some browsers close on the second key press), the dialog opens
 * again. Otherwise the buyer could neither decide on the offer nor continue.
 */
function useModal(isAway: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    if (isAway || current === null) return undefined
    const open = () => {
      current.showModal()
      current.querySelector<HTMLElement>('#offer-title')?.focus()
      // The focus can scroll the picture out of view.
      current.scrollTop = 0
    }
    const hold = (event: Event) => event.preventDefault()
    current.addEventListener('cancel', hold)
    current.addEventListener('close', open)
    open()
    return () => {
      current.removeEventListener('cancel', hold)
      current.removeEventListener('close', open)
      current.close()
    }
  }, [isAway])
  return dialog
}

/** Longer than a double click. */
const newMs = 700

/**
 * Whether the offer has just appeared. It replaces the previous one, with its buttons under the same pointer,
 * so the second click of a double click must not count. The keyboard is safe, because the heading has the
 * focus.
 */
function useIsNew(): boolean {
  const [isNew, setIsNew] = useState(true)
  useEffect(() => {
    const timeout = setTimeout(() => setIsNew(false), newMs)
    return () => clearTimeout(timeout)
  }, [])
  return isNew
}

/** Whether the buyer needs a field to enter another card. */
function asksForCard(problem: Problem | null): boolean {
  const nextSteps = ['another-card', 'correct-card', 'confirm-at-bank']
  return problem !== null && nextSteps.includes(problem.nextStep)
}

function statusText(state: Flow['state']): string {
  if (state === 'paying') return t('Your payment is being processed.')
  if (state === 'confirming') return t('Your bank is asking you to confirm the payment.')
  if (state === 'checking') return t('We are checking your payment.')
  if (state === 'processing') return checkoutMessages.processing()
  if (state === 'done') return t('Added to your purchase.')
  return ''
}

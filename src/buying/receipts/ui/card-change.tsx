import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { currentLanguage, type Message, msg, say, t } from '#foundation/language/t.ts'
import { BuyerCard, readCard } from '#buying/checkout/ui/form/buyer-card.tsx'
import type { ProviderScript } from '#buying/checkout/ui/form/provider-script.ts'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { declineText } from '#buying/checkout/ui/payment/decline-text.ts'
import type { CardResult } from '#buying/checkout/ui/payment/payment.ts'
import type { SubscriptionData } from '../page/subscription-data.ts'
import type { SubscriptionApi } from './subscription-api.ts'

type CardChangeProps = {
  readonly data: SubscriptionData
  readonly api: SubscriptionApi
  readonly provider: ProviderScript
  readonly onDone: () => void
  /** Called when the buyer closes the card form. Null if they came to the page only to enter a new card. */
  readonly onLeave: (() => void) | null
}

function nextText({ next }: SubscriptionData): string {
  if (next === null) return t('The next payment will be charged to this card.')
  const { amount, day, isLast } = next
  return isLast
    ? t('The last payment, {amount} on {day}, will be charged to this card.', { amount, day })
    : t('The next payment, {amount} on {day}, will be charged to this card, and all after it.', {
        amount,
        day,
      })
}

/** Asks for another card and charges any unpaid amount to it right away. */
export function CardChange({ data, api, provider, onDone, onLeave }: CardChangeProps) {
  const card = useRef<CardHandle>(null)
  const place = useRef<HTMLFormElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { due, buyer, title, isOver } = data
  const isUnpaid = due !== null

  useEffect(() => {
    if (isUnpaid) return
    place.current?.focus()
  }, [isUnpaid])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const handle = card.current
    if (isBusy || handle === null) return
    const refusal = handle.check()
    setError(refusal)
    if (refusal !== null) return handle.focus()
    setIsBusy(true)
    const problem = await changeCard({ api, provider, read: () => readCard(handle, buyer) })
    if (problem === null) return onDone()
    setIsBusy(false)
    setError(problem)
    handle.focus()
  }

  return (
    <form
      ref={place}
      tabIndex={-1}
      noValidate
      aria-label={t('New card')}
      onSubmit={(event) => void submit(event)}
      className="grid gap-4 outline-none"
    >
      <p className="font-medium wrap-anywhere">
        {isOver ? t('Card for “{title}”', { title }) : t('New card for “{title}”', { title })}
      </p>
      <BuyerCard
        ref={card}
        provider={provider}
        error={error}
        onChange={() => setError(null)}
        isDisabled={isBusy}
      />
      <p className="text-muted text-sm">
        {due === null
          ? `${t('You will not be charged now.')} ${nextText(data)}`
          : isOver
            ? t('We will charge {due} to this card now, and nothing after that.', { due: due.text })
            : t('We will charge {due} to this card now, and use it for future payments.', { due: due.text })}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button px-5 py-2.5" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {due === null ? t('Use this card') : t('Use this card and pay {due}', { due: due.text })}
        </button>
        {onLeave !== null && (
          <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onLeave}>
            {t('Keep the current card')}
          </button>
        )}
      </div>
    </form>
  )
}

type ChangeParts = {
  readonly api: SubscriptionApi
  readonly provider: ProviderScript
  readonly read: () => Promise<CardResult>
}

const notConfirmed = msg(
  'Your bank could not confirm the card, so it was not changed. Try again, or use another card.',
)
const notPaid = msg(
  'Your card was saved, but your bank could not confirm the payment. Reload this page to see what is unpaid.',
)

/**
 * Saves the typed card, authenticates the buyer at the bank if needed, and pays the unpaid amount. Returns
 * the problem, if any. Safe to repeat.
 */
async function changeCard({ api, provider, read }: ChangeParts): Promise<string | null> {
  const card = await read()
  if ('problem' in card) return card.problem.message
  const stripe = await provider.load()
  const begun = await api.beginCardChange()
  if (!begun.isGood) return begun.message
  const saved = await stripe
    ?.confirmCardSetup(textOf(begun.body['clientSecret']), { payment_method: card.id })
    .catch(() => undefined)
  if (saved?.error !== undefined) return refusalText(saved.error, notConfirmed)
  if (saved?.setupIntent.status !== 'succeeded') return say(notConfirmed)
  return payWhatIsDue(api, stripe, saved.setupIntent.id)
}

/** A limit above the number of payments that banks would require confirmation for, one after another. */
const mostPayments = 10

type Refusal = {
  readonly message?: string | undefined
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
}

type Bank = {
  readonly handleNextAction: (payment: {
    readonly clientSecret: string
  }) => Promise<{ readonly error?: Refusal | undefined }>
}

/** Requests the charge of the amount due, and sends the buyer to the bank for each payment that needs it. */
export async function payWhatIsDue(
  api: Pick<SubscriptionApi, 'finishCardChange' | 'read'>,
  bank: Bank | null,
  setupIntentId: string,
): Promise<string | null> {
  for (let round = 0; round < mostPayments; round += 1) {
    const finished = await api.finishCardChange(setupIntentId)
    if (!finished.isGood) return finished.message
    const clientSecret = textOf(finished.body['clientSecret'])
    if (clientSecret === '') return null
    const paid = await bank?.handleNextAction({ clientSecret }).catch(() => undefined)
    if (paid === undefined || paid.error !== undefined) {
      await api.read()
      return refusalText(paid?.error, notPaid)
    }
  }
  return say(notPaid)
}

/** Why a bank declined, in the page's language, or `otherwise` if the bank did not decline but could not confirm. */
function refusalText(refusal: Refusal | undefined, otherwise: Message): string {
  const { message = '', code = '', decline_code: reason = code } = refusal ?? {}
  const isUnconfirmed = reason.endsWith('authentication_failure') && currentLanguage() !== 'en'
  return message === '' || isUnconfirmed ? say(otherwise) : declineText(reason, message)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

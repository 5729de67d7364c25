import type { StripeCardElement } from '@stripe/stripe-js'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { useCardStatus } from '#web/kit/use-card-status.ts'
import { checkoutMessages } from '../messages.ts'
import type { Buyer } from './buyer.ts'
import { FieldError } from './field-error.tsx'
import { problem } from './next-step.ts'
import type { CardResult } from './payment.ts'
import type { CardProvider } from './provider.ts'
import { reloadPage } from './reload-page.ts'

/** What the form asks of the card field, whichever element of the provider stands in it. */
export type CardHandle = {
  /** Why the card cannot be read yet, or null. */
  readonly check: () => string | null
  /** Turns the typed card into a PaymentMethod at the provider. */
  readonly read: (buyer: Buyer) => Promise<CardResult>
  readonly focus: () => void
}

export type CardFieldProps = {
  readonly provider: CardProvider
  /** What went wrong with the card at the last press. */
  readonly error: string | null
  /** Called when the card changes; `isEmpty`: nothing is typed. */
  readonly onChange: (isEmpty: boolean) => void
  readonly isDisabled: boolean
  readonly ref: Ref<CardHandle>
}

/** The provider's card field: typed numbers stay in the provider's frame. */
export function CardField({ provider, error, onChange, isDisabled, ref }: CardFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const reload = useRef<HTMLButtonElement>(null)
  const element = useRef<StripeCardElement>(null)
  const isComplete = useRef(false)
  const [status, setStatus] = useCardStatus()
  const [typingError, setTypingError] = useState<string | null>(null)
  const changed = useRef(onChange)

  useEffect(() => {
    changed.current = onChange
  })

  useEffect(() => {
    let isGone = false
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    const restyle = () => element.current?.update({ style: styleOf(place.current) })
    const mount = async () => {
      const stripe = await provider.load()
      if (isGone || place.current === null) return
      if (stripe === null) return setStatus('absent')
      const card = stripe.elements().create('card', {
        style: styleOf(place.current),
        disableLink: true,
        hidePostalCode: true,
      })
      element.current = card
      card.on('ready', () => setStatus('ready'))
      card.on('loaderror', () => setStatus('absent'))
      card.on('change', (event) => {
        isComplete.current = event.complete
        setTypingError(event.error?.message ?? null)
        changed.current(event.empty)
      })
      card.mount(place.current)
    }
    mount().catch(() => setStatus('absent'))
    scheme.addEventListener('change', restyle)
    return () => {
      isGone = true
      scheme.removeEventListener('change', restyle)
      element.current?.destroy()
      element.current = null
    }
  }, [provider, setStatus])

  useEffect(() => element.current?.update({ disabled: isDisabled }), [isDisabled])

  useImperativeHandle(ref, () => ({
    check: () => {
      if (status !== 'ready') return cardMessages.notLoaded
      return isComplete.current ? null : (typingError ?? 'Your card details are incomplete.')
    },
    read: async (buyer) => readCard(await provider.load(), element.current, buyer),
    focus: () => (status === 'ready' ? element.current : (reload.current ?? group.current))?.focus(),
  }))

  const isAbsent = status === 'absent'
  // What was said of a field that had not come is over once it has.
  const isOver = status === 'ready' && error === cardMessages.notLoaded
  const shownError = isAbsent ? cardMessages.notLoaded : ((isOver ? null : error) ?? typingError)
  return (
    <fieldset ref={group} tabIndex={-1} aria-describedby="card-error" className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Card</legend>
      <div
        className={`field flex items-center ${shownError === null ? '' : 'field-invalid'}`}
        onClick={() => element.current?.focus()}
        role="presentation"
      >
        <div ref={place} className={`min-h-5 w-full ${isAbsent ? 'invisible' : ''}`} />
        {status === 'loading' && <span className="skeleton" aria-hidden="true" />}
      </div>
      <FieldError id="card-error" text={shownError} />
      <div aria-live="polite" className="text-sm empty:hidden">
        {isAbsent && (
          <>
            {cardMessages.fieldAbsent}{' '}
            <button
              ref={reload}
              type="button"
              aria-describedby="card-error"
              onClick={({ currentTarget }) => reloadPage(currentTarget.form)}
              className="link py-1"
            >
              {checkoutMessages.reload}
            </button>
          </>
        )}
      </div>
    </fieldset>
  )
}

async function readCard(
  stripe: Awaited<ReturnType<CardProvider['load']>>,
  card: StripeCardElement | null,
  { email, name }: Buyer,
): Promise<CardResult> {
  if (stripe === null || card === null) {
    return { problem: problem({ at: 'card', message: cardMessages.notLoaded, nextStep: 'reload' }) }
  }
  try {
    const result = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { email, name } })
    if (result.error === undefined) return { id: result.paymentMethod.id }
    return { problem: unreadable(result.error.message) }
  } catch {
    return { problem: unreadable(undefined) }
  }
}

function unreadable(message: string | undefined) {
  return problem({
    at: 'card',
    message: message ?? cardMessages.methodFailed,
    nextStep: 'correct-card',
  })
}

/** The frame cannot see the page's style sheet, so it is told the colours that the page has at this moment. */
function styleOf(place: HTMLElement | null) {
  const colors = getComputedStyle(place ?? document.body)
  return {
    base: {
      fontSize: '16px',
      fontFamily: 'system-ui, sans-serif',
      color: colors.getPropertyValue('--ink'),
      iconColor: colors.getPropertyValue('--muted'),
      '::placeholder': { color: colors.getPropertyValue('--muted') },
    },
    invalid: {
      color: colors.getPropertyValue('--danger'),
      iconColor: colors.getPropertyValue('--danger'),
    },
  }
}

import type { StripeCardElement } from '@stripe/stripe-js'
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { loadCardProvider } from './load-card-provider.ts'
import { useCardStatus } from './use-card-status.ts'

/** What came of a card: an id of the provider, or why there is none, in words for people. */
export type CardResult = { readonly id: string } | { readonly problem: string }

export type CardHandle = {
  /** Why the card cannot be read yet, or null. */
  readonly check: () => string | null
  /** Turns the typed card into a PaymentMethod. */
  readonly createMethod: (person: { email: string; name: string }) => Promise<CardResult>
  /** Sets the typed card up for later payments; the bank may ask. Answers the SetupIntent's id. */
  readonly confirmSetup: (clientSecret: string) => Promise<CardResult>
  readonly focus: () => void
}

type Props = {
  readonly label?: string
  /** What went wrong with the card at the last press. */
  readonly error: string | null
  readonly isDisabled: boolean
  readonly onChange?: () => void
  readonly ref: Ref<CardHandle>
}

const { notLoaded, methodFailed: failed } = cardMessages

/** The provider's card field: typed numbers stay in the provider's frame. */
export function CardField({ label = 'Card', error, isDisabled, onChange, ref }: Props) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const retry = useRef<HTMLButtonElement>(null)
  const element = useRef<StripeCardElement>(null)
  const isComplete = useRef(false)
  const changed = useRef(onChange)
  const [attempt, setAttempt] = useState(0)
  const [status, setStatus] = useCardStatus(attempt)
  const [typingError, setTypingError] = useState<string | null>(null)

  useEffect(() => {
    changed.current = onChange
  })

  useEffect(() => {
    let isGone = false
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    const restyle = () => {
      if (place.current !== null) element.current?.update({ style: styleOf(place.current) })
    }
    const mount = async () => {
      const stripe = await loadCardProvider()
      if (isGone || place.current === null) return
      if (stripe === null) return setStatus('absent')
      const card = stripe
        .elements()
        .create('card', { style: styleOf(place.current), disableLink: true, hidePostalCode: true })
      element.current = card
      card.on('ready', () => setStatus('ready'))
      card.on('loaderror', () => setStatus('absent'))
      card.on('change', (event) => {
        isComplete.current = event.complete
        setTypingError(event.error?.message ?? null)
        changed.current?.()
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
  }, [attempt, setStatus])

  useEffect(() => element.current?.update({ disabled: isDisabled }), [isDisabled])

  useImperativeHandle(ref, () => ({
    check: () => {
      if (status !== 'ready') return notLoaded
      return isComplete.current ? null : (typingError ?? 'Your card details are incomplete.')
    },
    createMethod: async (person) => {
      const [stripe, card] = [await loadCardProvider(), element.current]
      if (stripe === null || card === null) return { problem: notLoaded }
      return reading(async () => {
        const result = await stripe.createPaymentMethod({ type: 'card', card, billing_details: person })
        return result.error === undefined
          ? { id: result.paymentMethod.id }
          : { problem: result.error.message ?? failed }
      })
    },
    confirmSetup: async (clientSecret) => {
      const [stripe, card] = [await loadCardProvider(), element.current]
      if (stripe === null || card === null) return { problem: notLoaded }
      return reading(async () => {
        const result = await stripe.confirmCardSetup(clientSecret, { payment_method: { card } })
        return result.error === undefined
          ? { id: result.setupIntent.id }
          : { problem: result.error.message ?? failed }
      })
    },
    focus: () => (status === 'ready' ? element.current : (retry.current ?? group.current))?.focus(),
  }))

  const isAbsent = status === 'absent'
  // What was said of a field that had not come is over once it has.
  const isOver = status === 'ready' && error === notLoaded
  const shownError = isAbsent ? notLoaded : ((isOver ? null : error) ?? typingError)
  return (
    <fieldset ref={group} tabIndex={-1} aria-describedby={`${id}-error`} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div
        className={`control flex items-center ${shownError === null ? '' : 'border-danger!'}`}
        role="presentation"
        onClick={() => element.current?.focus()}
      >
        <div ref={place} className={`min-h-5 w-full ${isAbsent ? 'invisible' : ''}`} />
        {status === 'loading' && <span aria-hidden className="h-5 w-full animate-pulse rounded bg-sunken" />}
      </div>
      <p id={`${id}-error`} aria-live="polite" className="text-danger empty:hidden">
        {shownError}
      </p>
      <div aria-live="polite" className="empty:hidden">
        {isAbsent && (
          <>
            {cardMessages.fieldAbsent}{' '}
            <button
              ref={retry}
              type="button"
              aria-describedby={`${id}-error`}
              // Not by a reload, as on the payment page: what was typed beside it would be gone.
              onClick={() => {
                setStatus('loading')
                setAttempt(attempt + 1)
              }}
              className="py-1 text-brand underline underline-offset-2"
            >
              Try again
            </button>
          </>
        )}
      </div>
    </fieldset>
  )
}

async function reading(read: () => Promise<CardResult>): Promise<CardResult> {
  try {
    return await read()
  } catch {
    return { problem: failed }
  }
}

/** The frame cannot see the page's style sheet, so it is told the colours that the page has at this moment. */
function styleOf(place: HTMLElement) {
  const colorOf = (role: string) => {
    const probe = document.createElement('span')
    probe.style.color = `var(--color-${role})`
    place.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const muted = colorOf('muted')
  const danger = colorOf('danger')
  return {
    base: {
      fontSize: '16px',
      fontFamily: 'system-ui, sans-serif',
      color: colorOf('ink'),
      iconColor: muted,
      '::placeholder': { color: muted },
    },
    invalid: { color: danger, iconColor: danger },
  }
}

import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { t } from '#foundation/language/t.ts'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import type { CardAnswer, CardQuestion } from './card-questions.ts'
import { errorOfField, ProviderField, type CardRetry } from './provider-field.tsx'
import { useCardStatus } from '../browser/use-card-status.ts'

/** The result for a card: the provider's id, or the reason why there is none, as text for people. */
export type CardResult = { readonly id: string } | { readonly problem: string }

/** What a form can do with its card field, for any of the provider's elements. */
export type CardHandle = {
  /**
   * A reason not to call the provider yet, or null. The provider itself knows best whether the card is complete,
   * because its frame reports that a moment after typing.
   */
  readonly check: () => string | null
  /** Makes a request to the provider with the typed card: `createMethod`, `confirmSetup`. */
  readonly ask: (question: CardQuestion) => Promise<CardResult>
  readonly focus: () => void
}

/** The width in pixels below which the brand icon would cut off the card number. */
const narrow = 360

type CardFieldProps = {
  /** The provider's browser script for the account that receives the payment, or null if it is unavailable. */
  readonly load: () => Promise<Stripe | null>
  readonly retry: CardRetry
  /** The problem with the card when the form was last submitted. */
  readonly error: string | null
  /** Called when the card changes. `isEmpty` means that nothing is typed. */
  readonly onChange?: (isEmpty: boolean) => void
  readonly isDisabled: boolean
  readonly ref: Ref<CardHandle>
}

/**
 * The provider's card field. Typed numbers stay in its frame. The sellers' app and the buyers' pages share
 * it, each with its own style sheet (`card-field`, `card-frame`, `control`).
 */
export function CardField({ load, retry, error, onChange, isDisabled, ref }: CardFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const element = useRef<StripeCardElement>(null)
  const isEmpty = useRef(true)
  const changed = useRef(onChange)
  const [status, setStatus] = useCardStatus()
  const [typingError, setTypingError] = useState<string | null>(null)

  useEffect(() => {
    changed.current = onChange
  })

  useEffect(() => {
    let isGone = false
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    const restyle = () => element.current?.update({ style: styleOf(place.current) })
    const mount = async () => {
      const stripe = await load()
      if (isGone || place.current === null) return
      if (stripe === null) return setStatus('absent')
      const card = stripe.elements().create('card', {
        style: styleOf(place.current),
        disableLink: true,
        hidePostalCode: true,
        hideIcon: place.current.clientWidth < narrow,
      })
      element.current = card
      card.on('ready', () => setStatus('ready'))
      card.on('loaderror', () => setStatus('absent'))
      card.on('change', (event) => {
        isEmpty.current = event.empty
        setTypingError(event.error?.message ?? null)
        changed.current?.(event.empty)
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
  }, [load, setStatus])

  useEffect(() => element.current?.update({ disabled: isDisabled }), [isDisabled])

  useImperativeHandle(ref, () => ({
    check: () => {
      if (status !== 'ready') return cardMessages.notLoaded()
      return isEmpty.current ? t('Your card details are incomplete.') : typingError
    },
    ask: async (question) => {
      const [stripe, card] = [await load(), element.current]
      if (stripe === null || card === null) return { problem: cardMessages.notLoaded() }
      const answer: CardAnswer = await question(stripe, card).catch(() => ({}))
      const made = answer.paymentMethod ?? answer.setupIntent
      return made ? { id: made.id } : { problem: answer.error?.message ?? cardMessages.methodFailed() }
    },
    focus: () => (status === 'ready' ? element.current : (again.current ?? group.current))?.focus(),
  }))

  const shownError = errorOfField(status, error) ?? typingError
  return (
    <ProviderField
      legend={t('Card')}
      status={status}
      error={shownError}
      retry={retry}
      group={group}
      again={again}
    >
      <div
        className={`control flex items-center ${shownError === null && status !== 'absent' ? '' : 'control-invalid'}`}
        onClick={() => element.current?.focus()}
        role="presentation"
      >
        <div ref={place} className={`card-frame min-h-5 w-full ${status === 'absent' ? 'invisible' : ''}`} />
        {status === 'loading' && <span className="card-skeleton" aria-hidden="true" />}
      </div>
    </ProviderField>
  )
}

/**
 * The frame cannot read the page's style sheet, so it receives the current colors. It gets the text color, the caret
 * color for placeholders and the outline color for errors. The style sheet sets the last two on `card-frame` only for
 * this purpose.
 */
function styleOf(place: HTMLElement | null) {
  const { color, caretColor, outlineColor } = getComputedStyle(place ?? document.body)
  return {
    base: {
      fontSize: '16px',
      fontFamily: 'system-ui, sans-serif',
      color,
      iconColor: caretColor,
      '::placeholder': { color: caretColor },
    },
    invalid: { color: outlineColor, iconColor: outlineColor },
  }
}

import type { StripePaymentElement } from '@stripe/stripe-js'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { errorOfField, ProviderField } from '#web/kit/form/provider-field.tsx'
import { useCardStatus } from '#web/kit/browser/use-card-status.ts'
import { checkoutMessages } from '../../messages.ts'
import type { Buyer } from './buyer.ts'
import { isOpen, type Elements, type ElementsStatus } from './elements.ts'
import type { MeansResult } from '../payment/payment.ts'
import { problem } from '../payment/problem.ts'
import { reloadPage } from '../page/reload-page.ts'

/** What the form asks of its payment field. */
export type PaymentHandle = {
  /**
   * What is wrong with it, or null. That nothing is typed is for the provider to say unless another field `isWrong` as
   * well: its frame tells of what was typed a moment later, on a busy device after the press.
   */
  readonly check: (isWrong: boolean) => string | null
  /** Turns what is chosen and typed into a token. */
  readonly read: (buyer: Buyer) => Promise<MeansResult>
  readonly focus: () => void
}

export type MethodChange = {
  /** The provider's name of the method. */
  readonly type: string
  readonly isEmpty: boolean
  /** Not so for what a fresh field tells. */
  readonly isByBuyer: boolean
}

export type PaymentFieldProps = {
  readonly elements: ElementsStatus
  /** What went wrong at the last press; empty where the provider's own fields say it. */
  readonly error: string | null
  /** Called with what is chosen, at first and whenever the buyer chooses or types. */
  readonly onChange: (change: MethodChange) => void
  readonly isDisabled: boolean
  readonly sellerName: string
  /** Where the page has more than one. */
  readonly errorId?: string
  readonly ref: Ref<PaymentHandle>
}

/** The provider's script is the document's own, so what did not come comes with the page. */
const retry = { label: checkoutMessages.reload, press: reloadPage }

/** Every method of payment in the provider's own element, of which the buyer chooses one. */
export function PaymentField({
  elements,
  error,
  onChange,
  isDisabled,
  sellerName,
  errorId,
  ref,
}: PaymentFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const element = useRef<StripePaymentElement>(null)
  const typed = useRef<MethodChange>({ type: 'card', isEmpty: true, isByBuyer: false })
  const changed = useRef(onChange)
  const [status, setStatus] = useCardStatus()

  useEffect(() => {
    changed.current = onChange
  })

  useEffect(() => {
    if (elements === 'absent') setStatus('absent')
    if (!isOpen(elements) || place.current === null) return undefined
    const field = elements.group.create('payment', {
      layout: { type: 'accordion', radios: 'if_multiple', spacedAccordionItems: false },
      business: { name: sellerName },
      // The page asks for both, and says itself what is charged and when.
      fields: { billingDetails: { name: 'never', email: 'never', address: 'if_required' } },
      terms: { card: 'never' },
      // They have a row of their own.
      wallets: { applePay: 'never', googlePay: 'never' },
    })
    element.current = field
    field.on('ready', () => setStatus('ready'))
    field.on('loaderror', () => setStatus('absent'))
    let isByBuyer = false
    field.on('focus', () => {
      isByBuyer = true
    })
    field.on('change', ({ empty, value }) => {
      typed.current = { type: value.type, isEmpty: empty, isByBuyer }
      changed.current(typed.current)
    })
    field.mount(place.current)
    return () => {
      field.destroy()
      element.current = null
    }
  }, [elements, sellerName, setStatus])

  useEffect(() => void element.current?.update({ readOnly: isDisabled }), [isDisabled])

  useImperativeHandle(ref, () => ({
    check: (isWrong) => {
      if (status !== 'ready') return cardMessages.notLoaded
      const { isEmpty, type } = typed.current
      return isWrong && isEmpty && type === 'card' ? 'Your card details are incomplete.' : null
    },
    read: async (buyer) =>
      isOpen(elements) ? readToken(elements, buyer) : problemAt('card', cardMessages.notLoaded),
    focus: () => (status === 'ready' ? element.current : (again.current ?? group.current))?.focus(),
  }))

  return (
    <ProviderField
      legend="Payment"
      status={status}
      error={errorOfField(status, error)}
      errorId={errorId}
      retry={retry}
      group={group}
      again={again}
    >
      <div className="relative min-h-11.5">
        <div ref={place} className={status === 'absent' ? 'invisible' : ''} />
        {status === 'loading' && <span className="card-skeleton" aria-hidden="true" />}
      </div>
    </ProviderField>
  )
}

/**
 * Has the provider check what was typed or agreed to in a wallet, and turn it into a token. What is missing is said by
 * its own fields.
 */
export async function readToken({ stripe, group }: Elements, buyer: Buyer): Promise<MeansResult> {
  const { email, name } = buyer
  try {
    const { error: missing } = await group.submit()
    if (missing !== undefined) {
      return problemAt(missing.type === 'validation_error' ? 'fields' : 'card', missing.message)
    }
    const { confirmationToken, error } = await stripe.createConfirmationToken({
      elements: group,
      params: {
        payment_method_data: { billing_details: { email, name } },
        return_url: window.location.origin + window.location.pathname,
      },
    })
    return confirmationToken === undefined
      ? problemAt('card', error.message)
      : { confirmationToken: confirmationToken.id }
  } catch {
    return problemAt('card', undefined)
  }
}

function problemAt(at: 'fields' | 'card', message: string | undefined): MeansResult {
  return { problem: problem({ at, message: message ?? cardMessages.methodFailed, nextStep: 'correct-card' }) }
}

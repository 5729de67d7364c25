import type { StripePaymentElement } from '@stripe/stripe-js'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { t } from '#foundation/language/t.ts'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { errorOfField, ProviderField } from '#web/kit/form/provider-field.tsx'
import { useCardStatus } from '#web/kit/browser/use-card-status.ts'
import { checkoutMessages } from '../../messages.ts'
import type { Buyer } from './buyer.ts'
import { isOpen, type Elements, type ElementsStatus } from './elements.ts'
import type { MeansResult } from '../payment/payment.ts'
import { problem } from '../payment/problem.ts'
import { reloadPage } from '../page/reload-page.ts'

/** The interface of the form's payment field. */
export type PaymentHandle = {
  /**
   * Its problem, or null. Empty fields are left to the provider to report unless another field `isWrong` as well: its
   * frame reports input a moment later, on a busy device after the click.
   */
  readonly check: (isWrong: boolean) => string | null
  /** Turns the chosen method and its input into a token. */
  readonly read: (buyer: Buyer) => Promise<MeansResult>
  readonly focus: () => void
}

export type MethodChange = {
  /** The provider's name of the method. */
  readonly type: string
  readonly isEmpty: boolean
  /** Not so for the report of a fresh field. */
  readonly isByBuyer: boolean
}

export type PaymentFieldProps = {
  readonly elements: ElementsStatus
  /** The problem at the last attempt; empty where the provider's own fields show it. */
  readonly error: string | null
  /** Called with the chosen method, initially and with each choice or input. */
  readonly onChange: (change: MethodChange) => void
  readonly isDisabled: boolean
  readonly sellerName: string
  /** For a page with more than one. */
  readonly errorId?: string
  readonly ref: Ref<PaymentHandle>
}

/** The provider's script belongs to the document, so if it failed, reloading the page brings it. */
const retry = () => ({ label: checkoutMessages.reload(), press: reloadPage })

/** All payment methods in the provider's own element, for the buyer to choose from. */
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
      // They have a separate row.
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
      if (status !== 'ready') return cardMessages.notLoaded()
      const { isEmpty, type } = typed.current
      return isWrong && isEmpty && type === 'card' ? t('Your card details are incomplete.') : null
    },
    read: async (buyer) =>
      isOpen(elements) ? readToken(elements, buyer) : problemAt('card', cardMessages.notLoaded()),
    focus: () => (status === 'ready' ? element.current : (again.current ?? group.current))?.focus(),
  }))

  return (
    <ProviderField
      legend={t('Payment')}
      status={status}
      error={errorOfField(status, error)}
      errorId={errorId}
      retry={retry()}
      group={group}
      again={again}
    >
      <div className="card-place">
        <div ref={place} className={status === 'absent' ? 'invisible' : ''} />
        {status === 'loading' && <span className="card-skeleton" aria-hidden="true" />}
      </div>
    </ProviderField>
  )
}

/**
 * Has the provider check the input, or the wallet's confirmation, and turn it into a token. Its own fields show what
 * is missing.
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
  return {
    problem: problem({ at, message: message ?? cardMessages.methodFailed(), nextStep: 'correct-card' }),
  }
}

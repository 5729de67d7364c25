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

/** What the form can do with its payment field. */
export type PaymentHandle = {
  /**
   * The field's problem, or null. The provider reports empty fields itself, unless another field `isWrong` as well. Its
   * frame reports input a moment late, and on a busy device only after the click.
   */
  readonly check: (isWrong: boolean) => string | null
  /** Creates a token from the chosen method and the buyer's input. */
  readonly read: (buyer: Buyer) => Promise<MeansResult>
  readonly focus: () => void
}

export type MethodChange = {
  /** The provider's name for the payment method. */
  readonly type: string
  readonly isEmpty: boolean
  /** Whether the buyer caused the report, unlike the first report of a new field. */
  readonly isByBuyer: boolean
}

export type PaymentFieldProps = {
  readonly elements: ElementsStatus
  /** The problem at the last attempt. Empty if the provider's own fields show it. */
  readonly error: string | null
  /** Called with the chosen payment method, initially and on each choice or input. */
  readonly onChange: (change: MethodChange) => void
  readonly isDisabled: boolean
  readonly sellerName: string
  /** The id of the error message, for a page with more than one. */
  readonly errorId?: string
  readonly ref: Ref<PaymentHandle>
}

/** If the provider's script failed to load, only reloading the page can load it again. */
const retry = () => ({ label: checkoutMessages.reload(), press: reloadPage })

/** The provider's own element, which shows all payment methods for the buyer to choose from. */
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
      // The page itself asks for name and email and says what is charged and when.
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
 * Makes the provider check the input, or the wallet's confirmation, and create a token from it. The
 * provider's fields show what is missing.
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

import { CardElement } from '../card/card-element.ts'
import { ExpressCheckoutElement } from './express-checkout-element.ts'
import type { Answer, ElementOptions, Intention } from '../frames/frame-messages.ts'
import { changedIntention, intentionOf } from '../intention.ts'
import { PaymentElement } from './payment-element.ts'
import { integrationError, type ProviderError } from '../provider-error.ts'
import type { ProviderClient } from '../provider-request.ts'
import { isRecord } from '../record.ts'

type AnyElement = CardElement | PaymentElement | ExpressCheckoutElement

/** A group of elements, with no more than one of each type. */
export class Elements {
  readonly #client: ProviderClient
  readonly #live = new Map<string, AnyElement>()
  #intention: Intention | undefined
  #isSubmitted = false

  constructor(client: ProviderClient, options: unknown) {
    this.#client = client
    this.#intention = intentionOf(options)
  }

  create(type: string, options: ElementOptions = {}): AnyElement {
    if (this.#live.has(type)) throw integrationError(`Can only create one Element of type ${type}.`)
    const element = this.#make(type, options)
    this.#live.set(type, element)
    return element
  }

  /** Finds an element by its type or its component. */
  getElement(which: unknown): AnyElement | null {
    const type = typeof which === 'string' ? which : elementTypeOf(which)
    return typeof type === 'string' ? (this.#live.get(type) ?? null) : null
  }

  update(options: unknown): Promise<void> {
    const intention = changedIntention(this.#intention, options)
    this.#intention = intention
    this.#isSubmitted = false
    if (intention === undefined) return Promise.resolve()
    for (const element of this.#live.values())
      if (!(element instanceof CardElement)) element.intend(intention)
    return Promise.resolve()
  }

  fetchUpdates(): Promise<Record<string, never>> {
    return Promise.resolve({})
  }

  /** Validates the buyer's input and shows what is missing. */
  async submit(): Promise<{ error: ProviderError } | { selectedPaymentMethod: string }> {
    const [express, payment] = [this.#live.get('expressCheckout'), this.#live.get('payment')]
    if (express instanceof ExpressCheckoutElement && express.isAuthorized()) {
      this.#isSubmitted = true
      return { selectedPaymentMethod: 'google_pay' }
    }
    if (!(payment instanceof PaymentElement)) return { selectedPaymentMethod: 'card' }
    const answer = await payment.validate()
    if ('error' in answer) return answer
    this.#isSubmitted = true
    const { type } = answer.object
    return { selectedPaymentMethod: typeof type === 'string' ? type : 'card' }
  }

  /** For internal use by this script, not by the page. */
  createConfirmationToken(billingDetails: unknown, returnUrl: unknown): Promise<Answer> {
    if (!this.#isSubmitted)
      throw integrationError(
        'elements.submit() must be called before stripe.createConfirmationToken(). Call elements.submit() as soon as your customer presses pay, prior to any asynchronous work.',
      )
    this.#isSubmitted = false
    const [express, payment] = [this.#live.get('expressCheckout'), this.#live.get('payment')]
    if (express instanceof ExpressCheckoutElement && express.isAuthorized())
      return express.createConfirmationToken(billingDetails, returnUrl)
    if (payment instanceof PaymentElement) return payment.createConfirmationToken(billingDetails, returnUrl)
    throw integrationError(
      'createConfirmationToken needs a mounted Payment Element or Express Checkout Element.',
    )
  }

  #make(type: string, options: ElementOptions): AnyElement {
    const release = () => void this.#live.delete(type)
    if (type === 'card') return new CardElement(this.#client, options, release)
    const intention = this.#intention
    if (type !== 'payment' && type !== 'expressCheckout')
      throw integrationError(`The sandbox has no element of type ${type}.`)
    if (intention === undefined)
      throw integrationError(
        `elements() needs a mode, a currency and an amount for an element of type ${type}.`,
      )
    return type === 'payment'
      ? new PaymentElement(this.#client, intention, options, release)
      : new ExpressCheckoutElement(this.#client, intention, options, release)
  }
}

function elementTypeOf(component: unknown): unknown {
  const isComponent = typeof component === 'function' || isRecord(component)
  return isComponent ? Reflect.get(component, '__elementType') : undefined
}

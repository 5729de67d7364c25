import { FrameElement } from '../elements/frame-element.ts'
import type { Answer, ElementOptions } from '../frames/frame-messages.ts'
import type { ProviderClient } from '../provider-request.ts'

export class CardElement extends FrameElement {
  constructor(client: ProviderClient, options: ElementOptions, onDestroy: () => void) {
    super(
      client,
      { type: 'card', path: '/frames/card', title: 'Secure card payment input frame' },
      options,
      onDestroy,
    )
  }

  /** Tells the frame to create a payment method from its card. */
  createPaymentMethod(billingDetails: unknown, metadata: unknown): Promise<Answer> {
    const { publishableKey, stripeAccount } = this.client
    return this.ask({ kind: 'paymentMethod', publishableKey, stripeAccount, billingDetails, metadata })
  }
}

import { FrameElement } from './frame-element.ts'
import type { Answer, ElementOptions, Intention } from '../frames/frame-messages.ts'
import type { ProviderClient } from '../provider-request.ts'

/** An element with all payment methods, from which the buyer chooses one. */
export class PaymentElement extends FrameElement {
  constructor(client: ProviderClient, intention: Intention, options: ElementOptions, onDestroy: () => void) {
    super(
      client,
      { type: 'payment', path: '/frames/payment', title: 'Secure payment input frame' },
      options,
      onDestroy,
    )
    this.intend(intention)
  }

  intend(intention: Intention): void {
    this.tell({ kind: 'intention', intention })
  }

  /** Shows what is missing. A response without an error names the chosen method. */
  validate(): Promise<Answer> {
    return this.ask({ kind: 'validate' })
  }

  createConfirmationToken(billingDetails: unknown, returnUrl: unknown): Promise<Answer> {
    const { publishableKey, stripeAccount } = this.client
    return this.ask({ kind: 'confirmationToken', publishableKey, stripeAccount, billingDetails, returnUrl })
  }
}

import { FrameElement } from './frame-element.ts'
import type {
  Answer,
  ElementOptions,
  FromFrame,
  Intention,
  SheetLine,
  WalletAsks,
} from '../frames/frame-messages.ts'
import { integrationError } from '../provider-error.ts'
import type { ProviderClient } from '../provider-request.ts'
import { isRecord } from '../record.ts'
import { showWallet } from '../frames/wallet-overlay.ts'

/** The wallet's button. The buyer approves the payment in a sheet, and the page sets the sheet's contents on click. */
export class ExpressCheckoutElement extends FrameElement {
  readonly #business: string
  readonly #asks: WalletAsks
  #intention: Intention
  #isSheetOpen = false
  #isAuthorized = false

  constructor(client: ProviderClient, intention: Intention, options: ElementOptions, onDestroy: () => void) {
    super(
      client,
      { type: 'expressCheckout', path: '/frames/express', title: 'Secure express checkout frame' },
      options,
      onDestroy,
    )
    this.#intention = intention
    this.#business = businessIn(options)
    this.#asks = { name: options.billingAddressRequired === true, email: options.emailRequired === true }
    this.intend(intention)
  }

  intend(intention: Intention): void {
    this.#intention = intention
    this.tell({ kind: 'intention', intention })
  }

  /** Whether the buyer has approved the payment in the sheet and the page has not yet made a token from it. */
  isAuthorized(): boolean {
    return this.#isAuthorized
  }

  createConfirmationToken(billingDetails: unknown, returnUrl: unknown): Promise<Answer> {
    const { publishableKey, stripeAccount } = this.client
    this.#isAuthorized = false
    return this.ask({ kind: 'confirmationToken', publishableKey, stripeAccount, billingDetails, returnUrl })
  }

  protected override readyDetails(): object {
    return { availablePaymentMethods: { applePay: false, googlePay: true, link: false } }
  }

  protected override receiveOwn(message: FromFrame): void {
    if (message.kind !== 'click' || this.#isSheetOpen) return
    const { handled, resolve, reject } = this.#answers()
    this.emit('click', { expressPaymentType: 'google_pay', resolve, reject })
    // Stripe gives a page one second.
    window.setTimeout(() => {
      if (handled()) return
      reject()
      throw integrationError(
        'The `click` event of the Express Checkout Element was not resolved within 1 second.',
      )
    }, 1_000)
  }

  #answers() {
    let isHandled = false
    return {
      handled: () => isHandled,
      reject: () => {
        isHandled = true
      },
      resolve: (details: unknown) => {
        if (isHandled) return
        isHandled = true
        void this.#openSheet(details)
      },
    }
  }

  async #openSheet(details: unknown): Promise<void> {
    const given = isRecord(details) ? details : {}
    const { amount: total, currency } = this.#intention
    const lines = linesOf(given['lineItems'])
    if (lines.reduce((sum, line) => sum + line.amount, 0) > total)
      throw integrationError(`The amount ${total} is less than the total amount of the line items provided.`)
    const business = businessIn(given) || this.#business
    this.#isSheetOpen = true
    const payer = await showWallet(this.client.origin, {
      business,
      lines,
      total,
      currency,
      asks: this.#asks,
    })
    this.#isSheetOpen = false
    if (payer === null) return this.emit('cancel')
    this.#isAuthorized = true
    this.emit('confirm', {
      expressPaymentType: 'google_pay',
      billingDetails: { ...payer, address },
      paymentFailed: () => undefined,
    })
  }
}

const address = { city: '', country: 'US', line1: '', line2: null, postal_code: '', state: '' }

function businessIn(options: { readonly business?: unknown }): string {
  const { business } = options
  return isRecord(business) && typeof business['name'] === 'string' ? business['name'] : ''
}

function linesOf(given: unknown): SheetLine[] {
  if (!Array.isArray(given)) return []
  return given.map((line: unknown) => {
    const { name, amount } = isRecord(line) ? line : {}
    if (typeof name === 'string' && typeof amount === 'number' && Number.isSafeInteger(amount))
      return { name, amount }
    throw integrationError('Invalid value for lineItems: each should have a name and an integer amount.')
  })
}

/** The wallet's button: a click opens the sheet, and the buyer's approval becomes a token here. */
import type { Answer, Ask, FromFrame, Intention, ToFrame } from './frame-messages.ts'
import { acceptParent } from './frame-parent.ts'
import { postForm } from '../provider-request.ts'

const { applicationOrigin = '', now = '' } = document.body.dataset
acceptParent(applicationOrigin, connect)

function connect(port: MessagePort): void {
  const button = document.querySelector('button')
  if (button === null) throw new Error('The express frame has no button')
  const post = (message: FromFrame): void => port.postMessage(message)
  let intention: Intention | undefined
  port.addEventListener('message', (event: MessageEvent<ToFrame>) => {
    const message = event.data
    if (message.kind === 'intention') {
      intention = message.intention
      for (const [name, value] of Object.entries(intention.variables))
        document.documentElement.style.setProperty(`--${name}`, value)
    } else if (message.kind === 'focus') button.focus()
    else if (message.kind === 'ask') {
      void answer(intention, message.ask).then((given) =>
        post({ kind: 'answer', id: message.id, answer: given }),
      )
    }
  })
  button.addEventListener('click', () => post({ kind: 'click' }))
  post({ kind: 'height', pixels: Math.ceil(button.getBoundingClientRect().height) })
  port.start()
  post({ kind: 'ready' })
}

/** The wallet always pays with the same test card. */
async function answer(intention: Intention | undefined, ask: Ask): Promise<Answer> {
  if (ask.kind !== 'confirmationToken' || intention === undefined)
    throw new Error(`The express frame has no answer to ${ask.kind}`)
  const { publishableKey, stripeAccount, billingDetails, returnUrl } = ask
  const nextYear = new Date(Number(now) * 1000).getUTCFullYear() + 1
  return postForm(
    { origin: window.location.origin, publishableKey, stripeAccount },
    '/v1/confirmation_tokens',
    {
      payment_method_data: {
        type: 'card',
        card: { number: '4242424242424242', exp_month: 8, exp_year: nextYear },
        billing_details: billingDetails,
      },
      payment_method_options: intention.paymentMethodOptions,
      return_url: returnUrl,
      setup_future_usage: intention.setupFutureUsage,
      wallet: 'google_pay',
    },
  )
}

/** The card frame, which keeps the card's data and sends it only to the sandbox's API. */
import { brandRules } from './card-brand.ts'
import { createCardForm, type CardForm } from './card-form.ts'
import { styleProperties } from '../elements/element-style.ts'
import type { Answer, Ask, ElementOptions, FromFrame, ToFrame } from '../frames/frame-messages.ts'
import { acceptParent } from '../frames/frame-parent.ts'
import { postForm } from '../provider-request.ts'
import { postFocusEvents } from '../post-focus-events.ts'
import { isRecord } from '../record.ts'

const { applicationOrigin = '', now = '' } = document.body.dataset
acceptParent(applicationOrigin, connect)

function connect(port: MessagePort): void {
  const formElement = document.querySelector('form')
  if (formElement === null) throw new Error('The card frame has no form')
  formElement.hidden = false
  const post = (message: FromFrame): void => port.postMessage(message)
  let lastSent = ''
  const postChange = (): void => {
    const change = form.state()
    showState(formElement, form)
    const text = JSON.stringify(change)
    if (text !== lastSent) post({ kind: 'change', change })
    lastSent = text
  }
  const form = createCardForm(formElement, new Date(Number(now) * 1000), postChange)
  lastSent = JSON.stringify(form.state())

  port.addEventListener('message', (event: MessageEvent<ToFrame>) => {
    const message = event.data
    switch (message.kind) {
      case 'options':
        applyOptions(form, message.options)
        return postChange()
      case 'focus':
        return form.focus()
      case 'blur':
        return form.blur()
      case 'clear':
        form.clear()
        return postChange()
      case 'ask':
        return void answer(form, postChange, message.ask).then((given) =>
          post({ kind: 'answer', id: message.id, answer: given }),
        )
      case 'intention':
        return
    }
  })
  postFocusEvents(formElement, post)
  new ResizeObserver(() =>
    post({ kind: 'height', pixels: Math.ceil(formElement.getBoundingClientRect().height) }),
  ).observe(formElement)
  port.start()
  post({ kind: 'ready' })
}

function applyOptions(form: CardForm, options: ElementOptions): void {
  if (options.style !== undefined) {
    const root = document.documentElement.style
    const properties = styleProperties(options.style, (property, value) => CSS.supports(property, value))
    for (const [name, value] of properties) root.setProperty(name, value)
  }
  if (options.hidePostalCode !== undefined) form.showPostalCode(!options.hidePostalCode)
  if (options.disabled !== undefined) form.setDisabled(options.disabled)
  if (options.value?.postalCode !== undefined) form.setPostalCode(options.value.postalCode)
  if (options.hideIcon !== undefined) document.body.classList.toggle('no-icon', options.hideIcon)
}

function showState(element: HTMLFormElement, form: CardForm): void {
  const { empty, complete, error } = form.state()
  const badge = document.querySelector('.brand')
  if (badge !== null) badge.textContent = brandRules(form.card().number).label
  element.classList.toggle('empty', empty)
  element.classList.toggle('complete', complete)
  element.classList.toggle('invalid', error !== undefined)
}

async function answer(form: CardForm, postChange: () => void, ask: Ask): Promise<Answer> {
  if (ask.kind !== 'paymentMethod') throw new Error(`A card alone has no answer to ${ask.kind}`)
  if (!form.state().complete) {
    const { error } = form.insist()
    postChange()
    if (error !== undefined) return { error }
  }
  const { publishableKey, stripeAccount } = ask
  const client = { origin: window.location.origin, publishableKey, stripeAccount }
  return postForm(client, '/v1/payment_methods', {
    type: 'card',
    card: form.card(),
    billing_details: billingDetails(ask.billingDetails, form.state().value.postalCode),
    metadata: ask.metadata,
  })
}

/** The billing details from the page, with the postal code typed in the frame if the page has none. */
function billingDetails(given: unknown, postalCode: string): Record<string, unknown> {
  const details = isRecord(given) ? given : {}
  if (postalCode === '') return details
  const address = isRecord(details['address']) ? details['address'] : {}
  return { ...details, address: { postal_code: postalCode, ...address } }
}

/** The payment frame: it shows the payment methods and sends the buyer's input only to the sandbox's API. */
import { methodTypesFor, type MethodType } from '../../payments/method-types.ts'
import { createCardForm, type CardForm } from '../card/card-form.ts'
import type { Answer, Ask, FromFrame, Intention, PaymentChange, ToFrame } from './frame-messages.ts'
import { acceptParent } from './frame-parent.ts'
import { postForm } from '../provider-request.ts'
import { postFocusEvents } from '../post-focus-events.ts'
import type { ProviderError } from '../provider-error.ts'

const { applicationOrigin = '', now = '' } = document.body.dataset
acceptParent(applicationOrigin, connect)

/** Link is not shown as a choice, because it only fills in a buyer's stored details. */
const choices: readonly MethodType[] = ['card', 'ideal', 'sepa_debit']

function connect(port: MessagePort): void {
  const formElement = document.querySelector('form')
  if (formElement === null) throw new Error('The payment frame has no form')
  formElement.hidden = false
  const post = (message: FromFrame): void => port.postMessage(message)
  let lastSent = ''
  let intention: Intention | undefined
  const postChange = (): void => {
    const change = changeOf(form)
    const text = JSON.stringify(change)
    if (text !== lastSent) post({ kind: 'change', change })
    lastSent = text
  }
  const form = createPaymentForm(formElement, new Date(Number(now) * 1000), postChange)

  port.addEventListener('message', (event: MessageEvent<ToFrame>) => {
    const message = event.data
    switch (message.kind) {
      case 'intention':
        intention = message.intention
        form.offer(typesFor(intention))
        showLook(intention)
        return postChange()
      case 'options':
        form.setReadOnly(message.options.readOnly === true)
        return
      case 'focus':
        return form.focus()
      case 'blur':
        return form.card.blur()
      case 'clear':
        form.card.clear()
        return postChange()
      case 'ask':
        return void answer(form, intention, message.ask, postChange).then((given) =>
          post({ kind: 'answer', id: message.id, answer: given }),
        )
    }
  })
  postFocusEvents(formElement, post)
  new ResizeObserver(() =>
    post({ kind: 'height', pixels: Math.ceil(formElement.getBoundingClientRect().height) }),
  ).observe(formElement)
  port.start()
  post({ kind: 'ready' })
}

function typesFor(intention: Intention): MethodType[] {
  const { currency, setupFutureUsage, allowedPaymentMethodTypes, excludedPaymentMethodTypes } = intention
  const offered = methodTypesFor({
    currency,
    automatic_payment_methods: { allow_redirects: 'always' },
    setup_future_usage: setupFutureUsage,
    invoice: null,
  })
  return choices.filter(
    (type) =>
      offered.includes(type) &&
      allowedPaymentMethodTypes?.includes(type) !== false &&
      !excludedPaymentMethodTypes.includes(type),
  )
}

function showLook({ variables }: Intention): void {
  for (const [name, value] of Object.entries(variables))
    document.documentElement.style.setProperty(`--${name}`, value)
}

type PaymentForm = {
  readonly card: CardForm
  readonly chosen: () => MethodType
  readonly iban: () => string
  readonly offer: (types: readonly MethodType[]) => void
  readonly setReadOnly: (isReadOnly: boolean) => void
  readonly focus: () => void
  /** Shows which input the chosen method still needs. */
  readonly insist: () => ProviderError | undefined
}

function createPaymentForm(form: HTMLFormElement, now_: Date, onChange: () => void): PaymentForm {
  const card = createCardForm(form, now_, () => {
    say(card.state().error?.message ?? '')
    onChange()
  })
  card.showPostalCode(false)
  const radios = [...form.querySelectorAll<HTMLInputElement>('input[name=method]')]
  const ibanField = form.querySelector<HTMLInputElement>('input[name=iban]')
  const problem = form.querySelector('[role=alert]')
  const chosen = (): MethodType =>
    choices.find((type) => radios.some(({ value, checked }) => checked && value === type)) ?? 'card'
  const say = (text: string): void => {
    if (problem !== null) problem.textContent = text
  }
  const show = (): void => {
    for (const part of form.querySelectorAll<HTMLElement>('[data-method]'))
      part.hidden = part.dataset['method'] !== chosen()
    say('')
    onChange()
  }
  form.addEventListener('change', show)
  ibanField?.addEventListener('input', () => {
    say('')
    onChange()
  })
  return {
    card,
    chosen,
    iban: () => (ibanField?.value ?? '').replaceAll(/\s/g, '').toUpperCase(),
    offer(types) {
      for (const radio of radios) {
        const isOffered = types.some((type) => type === radio.value)
        const label = radio.closest('label')
        if (label !== null) label.hidden = !isOffered
        if (!isOffered) radio.checked = false
      }
      const group = form.querySelector<HTMLElement>('.methods')
      if (group !== null) group.hidden = types.length < 2
      const first = radios.find(({ value }) => types.some((type) => type === value))
      if (first !== undefined && !radios.some(({ checked }) => checked)) first.checked = true
      show()
    },
    setReadOnly(isReadOnly) {
      card.setDisabled(isReadOnly)
      for (const radio of radios) radio.disabled = isReadOnly
      if (ibanField !== null) ibanField.readOnly = isReadOnly
    },
    focus() {
      if (chosen() === 'card') card.focus()
      else radios.find(({ checked }) => checked)?.focus()
    },
    insist() {
      if (chosen() === 'card') {
        const { error } = card.insist()
        say(error?.message ?? '')
        return error
      }
      if (chosen() !== 'sepa_debit' || ibanField === null || ibanField.value.trim() !== '') return undefined
      ibanField.focus()
      const message = 'Your IBAN is incomplete.'
      say(message)
      return { type: 'validation_error', code: 'incomplete_iban', message }
    },
  }
}

function changeOf(form: PaymentForm): PaymentChange {
  const type = form.chosen()
  const card = form.card.state()
  const isIban = type === 'sepa_debit'
  return {
    collapsed: false,
    empty: type === 'card' ? card.empty : isIban && form.iban() === '',
    complete: type === 'card' ? card.complete : !isIban || form.iban().length >= 15,
    value: { type },
  }
}

async function answer(
  form: PaymentForm,
  intention: Intention | undefined,
  ask: Ask,
  postChange: () => void,
): Promise<Answer> {
  const error = form.insist()
  postChange()
  if (error !== undefined) return { error }
  const type = form.chosen()
  if (ask.kind === 'validate') return { object: { type } }
  if (ask.kind !== 'confirmationToken' || intention === undefined)
    throw new Error(`The payment frame has no answer to ${ask.kind}`)
  const { publishableKey, stripeAccount, billingDetails, returnUrl } = ask
  const details = { card: form.card.card(), sepa_debit: { iban: form.iban() }, ideal: {}, link: {} }
  return postForm(
    { origin: window.location.origin, publishableKey, stripeAccount },
    '/v1/confirmation_tokens',
    {
      payment_method_data: { type, [type]: details[type], billing_details: billingDetails },
      payment_method_options: intention.paymentMethodOptions,
      return_url: returnUrl,
      setup_future_usage: intention.setupFutureUsage,
    },
  )
}

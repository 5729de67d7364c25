/** The wallet's sheet: shows the payment and returns the buyer's details. */
import { formatAmount } from '../../pages/format-amount.ts'
import type { FromWalletFrame, ToWalletFrame } from './frame-messages.ts'
import { acceptParent } from './frame-parent.ts'

const { applicationOrigin = '' } = document.body.dataset

acceptParent(applicationOrigin, (port) => {
  const post = (message: FromWalletFrame): void => port.postMessage(message)
  const cancel = (): void => post({ kind: 'finished', payer: null })
  port.addEventListener('message', (event: MessageEvent<ToWalletFrame>) => {
    const message = event.data
    if (message.kind === 'cancel') return cancel()
    show(message)
  })
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    post({ kind: 'finished', payer: { name: valueOf('name'), email: valueOf('email') } })
  })
  document.querySelector('button[value=cancel]')?.addEventListener('click', cancel)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') cancel()
  })
  port.start()
  post({ kind: 'ready' })
})

function show({ business, lines, total, currency, asks }: Extract<ToWalletFrame, { kind: 'show' }>): void {
  for (const name of ['name', 'email'] as const) {
    const label = fieldOf(name)?.closest('label')
    if (label && !asks[name]) label.remove()
  }
  const list = document.querySelector('dl')
  list?.replaceChildren(
    ...lines.map(({ name, amount }) => row(name, formatAmount(amount, currency))),
    row(business === '' ? 'Total' : `Pay ${business}`, formatAmount(total, currency)),
  )
  const pay = document.querySelector<HTMLButtonElement>('button[value=pay]')
  if (pay === null) return
  pay.textContent = `Pay ${formatAmount(total, currency)}`
  pay.disabled = false
  pay.focus()
}

function row(name: string, value: string): HTMLElement {
  const [part, term, details] = ['div', 'dt', 'dd'].map((tag) => document.createElement(tag))
  if (part === undefined || term === undefined || details === undefined)
    throw new Error('No element was made')
  term.textContent = name
  details.textContent = value
  part.append(term, details)
  return part
}

function valueOf(name: string): string {
  return fieldOf(name)?.value ?? ''
}

function fieldOf(name: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`input[name=${name}]`)
}

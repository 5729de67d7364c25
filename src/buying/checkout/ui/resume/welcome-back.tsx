import { useEffect, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { saveTyped } from '../page/reload-page.ts'
import { isRecord } from '../payment/is-record.ts'
import { send } from '../payment/pay-api.ts'
import { tags } from '../payment/visit-source.ts'
import type { Quote } from '../../contract.ts'
import { isQuote, readResumed, type Resumed, resumedAt, resumedName } from './resumed.ts'

/** The value that replaces the key in the URL once the order is restored. */
const restored = 'back'

type WelcomeBackProps = {
  readonly data: PaymentPageData
  /** Called with the quote that is still promised to this buyer. */
  readonly onHeld: (quote: Quote) => void
}

/**
 * Restores the order that a returning buyer almost paid for. It replaces what was typed, the page is loaded with it,
 * and the key is removed from the URL. A message then informs the buyer.
 */
export function WelcomeBack({ data, onHeld }: WelcomeBackProps) {
  const [text, setText] = useState('')
  const { id: form } = data.form
  useEffect(() => {
    const key = resumedAt(window.location.search)
    if (key === restored) {
      const { welcome = '', quote } = readResumed() ?? {}
      setText(welcome)
      if (quote !== undefined) onHeld(quote)
      return
    }
    void send('/api/stripe/purchases/resume', { form, key }).then((reply) => {
      const said = isRecord(reply?.json) ? reply.json : {}
      const { message = t('Check your connection and try again.') } = said
      if (reply?.status !== 200) return setText(String(message))
      return openOrder(key, said)
    })
  }, [form, onHeld])
  return (
    <p role="status" className={text === '' ? 'sr-only' : 'note mb-5 font-medium'}>
      {text}
    </p>
  )
}

function openOrder(key: string, order: Readonly<Record<string, unknown>>): void {
  const typed = new URLSearchParams()
  const put = (field: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') typed.append(field, String(value))
  }
  const { email, name, quantity, amount, bumps, price, coupon, welcome, quote, source } = order
  put('email', email)
  put('name', name)
  put('quantity', quantity)
  put('named', amount)
  for (const bump of Array.isArray(bumps) ? bumps : []) put('bump', bump)
  saveTyped(typed)
  const resumed: Resumed = {
    key,
    welcome: typeof welcome === 'string' ? welcome : '',
    ...(isQuote(quote) && { quote }),
  }
  const address = new URL(window.location.href)
  address.searchParams.set('resume', restored)
  if (typeof price === 'string') address.searchParams.set('price', price)
  if (typeof coupon === 'string') address.searchParams.set('coupon', coupon)
  // The sale is credited to the link that led to the order, unless the link back has tags of its own.
  const parameters = Object.entries(tags)
  if (isRecord(source) && !parameters.some(([, parameter]) => address.searchParams.has(parameter)))
    for (const [tag, parameter] of parameters) {
      const value = source[tag]
      if (typeof value === 'string') address.searchParams.set(parameter, value)
    }
  storeAndGo(resumed, address)
}

function storeAndGo(resumed: Resumed, address: URL): void {
  try {
    window.sessionStorage.setItem(resumedName(), JSON.stringify(resumed))
  } catch {
    // Without storage (private browsing), buyers must re-enter what the link does not contain.
  }
  window.location.replace(address)
}

import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { isDark, isOpen, type Elements, type ElementsStatus } from './elements.ts'
import type { ShownLine } from '../price/shown-lines.ts'

/** Who pays, as far as the wallet knows. */
export type Payer = { readonly email: string; readonly name: string }

type ExpressRowProps = {
  readonly elements: ElementsStatus
  readonly sellerName: string
  /** Nothing is to be paid at the moment. */
  readonly isAway: boolean
  /** Who pays is known: the wallet is not asked. */
  readonly isPayerKnown?: boolean
  /** What the wallet's sheet says is paid; null: it is not opened. It is asked within the press, which opens it. */
  readonly onOpen: () => readonly ShownLine[] | null
  /** The buyer has agreed to the sheet. Answers whether it is paid, or on its way. */
  readonly onAgreed: (payer: Payer, elements: Elements) => Promise<boolean>
}

/**
 * The wallets that this device has, above the fields. Most have one, so that its room is kept from the first paint and
 * nothing moves under a finger; where there are none, no trace of it stays.
 */
export function ExpressRow({
  elements,
  sellerName,
  isAway,
  isPayerKnown = false,
  onOpen,
  onAgreed,
}: ExpressRowProps) {
  const place = useRef<HTMLDivElement>(null)
  const [status, setStatus] = useState<'loading' | 'ready' | 'none'>('loading')
  const on = useRef({ onOpen, onAgreed })

  useEffect(() => {
    on.current = { onOpen, onAgreed }
  })

  useEffect(() => {
    if (elements === 'absent') setStatus('none')
    if (!isOpen(elements) || place.current === null) return undefined
    const row = elements.group.create('expressCheckout', {
      business: { name: sellerName },
      emailRequired: !isPayerKnown,
      billingAddressRequired: !isPayerKnown,
      buttonHeight: 46,
      buttonTheme: isDark() ? { applePay: 'white', googlePay: 'white' } : {},
      // Words that say that it is to pay, as the law of some buyers asks.
      buttonType: { applePay: 'buy', googlePay: 'buy' },
      layout: { maxColumns: 3, maxRows: 2, overflow: 'never' },
      paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
    })
    row.on('ready', ({ availablePaymentMethods }) =>
      setStatus(availablePaymentMethods === undefined ? 'none' : 'ready'),
    )
    row.on('loaderror', () => setStatus('none'))
    row.on('click', ({ resolve, reject }) => {
      const lines = on.current.onOpen()
      if (lines === null) reject()
      else resolve({ lineItems: [...lines] })
    })
    const pay = async ({ billingDetails, paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
      const payer = { email: billingDetails?.email ?? '', name: billingDetails?.name ?? '' }
      if (!(await on.current.onAgreed(payer, elements))) paymentFailed()
    }
    row.on('confirm', (event) => void pay(event))
    row.mount(place.current)
    return () => row.destroy()
  }, [elements, sellerName, isPayerKnown])

  return (
    <div className="express" hidden={isAway || status === 'none'}>
      <div className="relative min-h-11.5">
        <div ref={place} />
        {status === 'loading' && <span className="wallet-skeleton" aria-hidden="true" />}
      </div>
      <p className="text-muted text-sm">or pay another way</p>
    </div>
  )
}

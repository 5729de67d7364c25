import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { isDark, isOpen, type Elements, type ElementsStatus } from './elements.ts'
import type { ShownLine } from '../price/shown-lines.ts'

/** What the wallet knows about the payer, with the address in the format of invoice details. */
export type Payer = {
  readonly email: string
  readonly name: string
  readonly details: Readonly<Record<string, string>>
}

type ExpressRowProps = {
  readonly elements: ElementsStatus
  readonly sellerName: string
  /** Whether the wallet buttons are hidden because nothing has to be paid right now. */
  readonly isAway: boolean
  /** Whether the payer is already known, so the wallet is not asked. */
  readonly isPayerKnown?: boolean
  /** Returns the lines for the wallet's sheet, or null if it must not open. Called during the click that opens it. */
  readonly onOpen: () => readonly ShownLine[] | null
  /** Called when the buyer has confirmed in the wallet's sheet. Returns whether the order is paid or processing. */
  readonly onAgreed: (payer: Payer, elements: Elements) => Promise<boolean>
}

/**
 * The buttons of the device's wallets, above the payment fields. Most devices have one, so their space is
 * reserved from the first paint and nothing moves under a finger. Without a wallet, the space closes.
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
      // A label that makes clear that clicking means paying, as the law requires for some buyers.
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
      const { address } = billingDetails ?? {}
      const payer = {
        email: billingDetails?.email ?? '',
        name: billingDetails?.name ?? '',
        details: {
          country: address?.country ?? '',
          addressLine1: address?.line1 ?? '',
          addressLine2: address?.line2 ?? '',
          postalCode: address?.postal_code ?? '',
          city: address?.city ?? '',
        },
      }
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
      <p className="text-muted text-sm">{t('or pay another way')}</p>
    </div>
  )
}

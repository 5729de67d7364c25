import { CreditCard, Landmark } from 'lucide-react'
import { lookUp } from '#foundation/values/look-up.ts'

type Mark = { readonly text: string; readonly background: string; readonly color: string }

const white = '#ffffff'
const black = '#000000'

/** The logos by which buyers recognize payment methods, in their own colors, by Stripe's type. */
const marks: Readonly<Record<string, Mark>> = {
  link: { text: 'link', background: '#00d66f', color: '#011e0f' },
  ideal: { text: 'iDEAL', background: '#cc0066', color: white },
  sepa_debit: { text: 'SEPA', background: '#10298e', color: white },
  bancontact: { text: 'BC', background: '#005498', color: '#ffd800' },
  eps: { text: 'eps', background: '#c8036f', color: white },
  p24: { text: 'P24', background: '#d13239', color: white },
  blik: { text: 'blik', background: black, color: white },
  twint: { text: 'TWINT', background: black, color: white },
  klarna: { text: 'K.', background: '#ffb3c7', color: '#0b051d' },
  paypal: { text: 'PayPal', background: '#003087', color: white },
}

/** A payment method's logo next to its name. */
export function MethodMark({ type }: { readonly type: string }) {
  const mark = lookUp(marks, type)
  const Icon = type === 'card' ? CreditCard : Landmark
  return (
    <span
      aria-hidden
      translate="no"
      className="grid h-8 w-12 shrink-0 place-items-center rounded-lg border border-line bg-tag text-xs font-bold tracking-tight text-ink forced-color-adjust-none"
      style={mark && { background: mark.background, color: mark.color }}
    >
      {mark === undefined ? <Icon className="size-5" /> : mark.text}
    </span>
  )
}

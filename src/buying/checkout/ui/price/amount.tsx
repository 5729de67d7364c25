import { noteText, type ShownPrice } from '#payments/pricing/shown-price.ts'
import { useReading } from '../page/reading.ts'

type AmountProps = { readonly minor: number; readonly currency: string }

/** An amount within a text. It is isolated, because after right-to-left words its currency sign would change sides. */
export function Amount({ minor, currency }: AmountProps) {
  const { amountText } = useReading()
  return <bdi translate="no">{amountText(minor, currency)}</bdi>
}

/** The note about tax after a price, or nothing if there is none. */
export function TaxNote({ note }: Pick<ShownPrice, 'note'>) {
  return note === '' ? null : <span className="text-muted text-sm whitespace-nowrap"> {noteText(note)}</span>
}

type AmountRowProps = {
  readonly label: string
  readonly amount: string
  readonly className?: string
  readonly isAnnounced?: boolean
}

/** A line of a bill, in a list of them. */
export function AmountRow({ label, amount, className = '', isAnnounced = false }: AmountRowProps) {
  return (
    <div
      // Announces the label too, because an amount alone could belong to any line.
      aria-live={isAnnounced ? 'polite' : undefined}
      aria-atomic={isAnnounced || undefined}
      className={`flex items-baseline justify-between gap-4 ${className}`}
    >
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd translate={/\d/.test(amount) ? 'no' : undefined} className="whitespace-nowrap tabular-nums">
        {amount}
      </dd>
    </div>
  )
}

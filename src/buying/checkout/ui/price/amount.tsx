import { useReading } from '../page/reading.ts'

type AmountProps = { readonly minor: number; readonly currency: string }

/** An amount among words. It is isolated: after words that run from right to left its sign would change sides. */
export function Amount({ minor, currency }: AmountProps) {
  const { amountText } = useReading()
  return <bdi translate="no">{amountText(minor, currency)}</bdi>
}

import { SwitchRow } from '#web/kit/form/switch-row.tsx'
import { useFormFields } from '../editor/use-form-fields.ts'
import type { EditedPrice } from './arrange-prices.ts'

/** Whether who pays one price may change to another; nothing where no two of them can be changed between. */
export function PriceChangeSwitch({ prices }: { readonly prices: readonly EditedPrice[] }) {
  const { watch, changeAll } = useFormFields()
  const isOn = watch('allowsPriceChange')
  if (!canChangeBetween(prices)) return null
  return (
    <SwitchRow
      label="Buyers may change their plan"
      hint="On their purchase page, from their next payment on, between prices that are paid equally often and go on until canceled."
      checked={isOn}
      onChange={({ target: { checked } }) => changeAll({ allowsPriceChange: checked })}
    />
  )
}

/** Two that everybody is offered, that are paid equally often and do not end by themselves. */
function canChangeBetween(prices: readonly EditedPrice[]): boolean {
  const cycles = prices
    .filter(
      ({ state, priceType, cancelAfter }) =>
        state === 'listed' && priceType === 'RecurringPrice' && cancelAfter === 0,
    )
    .map(({ billingInterval, billingPeriod }) => `${billingInterval} ${billingPeriod}`)
  return new Set(cycles).size < cycles.length
}

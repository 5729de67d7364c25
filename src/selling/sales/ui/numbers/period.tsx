import { useSearchParams } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { type Dashboard, type Range, ranges } from '#selling/sales/dashboard/dashboard-wire.ts'
import { Segmented } from '#web/kit/form/segmented.tsx'

/** The chosen period and currency, which are part of the URL. */
export function usePeriod() {
  const [parameters, setParameters] = useSearchParams()
  const choose = (name: 'range' | 'currency', value: string) =>
    setParameters(
      (present) => {
        const changed = new URLSearchParams(present)
        changed.set(name, value)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    range: ranges.find((one) => one === parameters.get('range')) ?? '30d',
    currency: parameters.get('currency'),
    choose,
  }
}

type PeriodProps = {
  readonly range: Range
  /** Whether the numbers below have earlier ones to compare with. */
  readonly isCompared?: boolean
  readonly onChoose: (name: 'range', value: string) => void
}

/** The heading of a period's numbers, with a choice of periods. */
export function PeriodChoice({ range, isCompared = true, onChoose }: PeriodProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <h2 className="text-xl font-semibold">{periodName(range)}</h2>
        {isCompared && <p className="text-sm text-muted">{say(rangeTexts[range].comparison)}</p>}
      </div>
      <Segmented
        label={t('Period')}
        name="range"
        isCompact
        options={ranges.map((value) => ({ value, label: say(rangeTexts[value].label) }))}
        chosen={range}
        onChange={(event) => onChoose('range', event.target.value)}
      />
    </div>
  )
}

type CurrencyProps = {
  readonly currencies: Dashboard['currencies']
  readonly shown: string | undefined
  readonly onChoose: (currency: string) => void
}

/** The choice of a currency, if there are several. */
export function CurrencyChoice({ currencies, shown, onChoose }: CurrencyProps) {
  if (currencies.length < 2) return null
  return (
    <Segmented
      label={t('Currency')}
      name="currency"
      isCompact
      options={currencies.map((one) => ({ value: one.currency, label: one.currency.toUpperCase() }))}
      chosen={shown ?? ''}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

export function periodName(range: Range): string {
  return say(rangeTexts[range].title)
}

/** The text shown if a number was 0 in the previous period. */
export function noneBefore(range: Range): string {
  return say(rangeTexts[range].none)
}

/** A period's names: as a choice, above its numbers and in the comparison. */
const rangeTexts: Readonly<
  Record<
    Range,
    { readonly label: Message; readonly title: Message; readonly comparison: Message; readonly none: Message }
  >
> = {
  today: {
    label: msg('Today'),
    title: msg('Today'),
    comparison: msg('Compared with yesterday, up to the same time.'),
    none: msg('None by this time yesterday'),
  },
  '7d': {
    label: msg('7 days'),
    title: msg('Last 7 days'),
    comparison: msg('Compared with the previous 7 days, up to the same time of day.'),
    none: msg('None in the 7 days before'),
  },
  '30d': {
    label: msg('30 days'),
    title: msg('Last 30 days'),
    comparison: msg('Compared with the previous 30 days, up to the same time of day.'),
    none: msg('None in the 30 days before'),
  },
  '90d': {
    label: msg('90 days'),
    title: msg('Last 90 days'),
    comparison: msg('Compared with the previous 90 days, up to the same time of day.'),
    none: msg('None in the 90 days before'),
  },
  '12m': {
    label: msg('12 months'),
    title: msg('Last 12 months'),
    comparison: msg('Compared with the previous 12 months, up to the same day and time.'),
    none: msg('None in the 12 months before'),
  },
}

import { useSearchParams } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { NumberLink } from '#selling/sales/ui/numbers/number-link.tsx'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { Select } from '#web/kit/form/select.tsx'
import type { Bridge, Narrowed, Recurring } from '../contract.ts'
import { listPath } from './narrowing.tsx'
import { monthName, movedName } from './recurring-words.ts'

export type MonthsProps = NonNullable<Recurring['currencies']>[number] & {
  readonly narrowed: Narrowed
  /** The months, as "2026-11". */
  readonly names: readonly string[]
}

/** Shows how one month's MRR became the next one's. */
export function BridgeSection({ currency, months, narrowed, names }: MonthsProps) {
  const [parameters, setParameters] = useSearchParams()
  const last = names.length - 1
  const found = names.indexOf(parameters.get('month') ?? '')
  const index = found < 0 ? last : found
  const [month = '', before] = [names[index], names[index - 1]]
  const bridge = months[index]
  if (bridge === undefined) return null
  const choose = (chosen: string) =>
    setParameters(
      (present) => {
        const changed = new URLSearchParams(present)
        changed.set('month', chosen)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  const own = { ...narrowed, currency }
  return (
    <section aria-labelledby="bridge" className="panel p-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="bridge" className="text-xl font-semibold">
          {t('Changes in a month')}
        </h2>
        <div className="w-full sm:w-56">
          <Select
            label={t('Month')}
            value={month}
            options={names.map((value) => ({ value, label: monthName(value) })).toReversed()}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
      </div>
      <table aria-label={t('Changes in a month')} className="mt-4 w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className="py-2 pr-3 font-medium">
              {t('Change')}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {t('Subscriptions')}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {t('MRR')}
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          <Level
            name={t('At the start')}
            level={bridge.begin}
            currency={currency}
            rows={before === undefined ? undefined : listPath('subscriptions', { ...own, month: before })}
          />
          {bridge.moved.map(({ kind, because, amount, heads, rows }) => {
            const name = movedName({ kind, because })
            const path = listPath('changes', { ...own, month, kind, because })
            return (
              <tr key={`${kind} ${because ?? ''}`} className="border-t border-line">
                <th scope="row" className="py-2.5 pr-3 font-normal">
                  {name}
                </th>
                <td className="px-3 py-2.5 text-right">
                  <NumberLink to={path} of={name}>
                    {heads === 0 ? countText(rows) : signed(heads, countText(Math.abs(heads)))}
                  </NumberLink>
                </td>
                <td className="py-2.5 pl-3 text-right whitespace-nowrap" translate="no">
                  {signed(amount, formatAmount(Math.abs(amount), currency))}
                </td>
              </tr>
            )
          })}
          <Level
            name={index === last ? t('Now') : t('At the end')}
            level={bridge.end}
            currency={currency}
            rows={listPath('subscriptions', { ...own, month })}
          />
        </tbody>
      </table>
    </section>
  )
}

function signed(value: number, text: string): string {
  if (value === 0) return text
  return value > 0 ? `+${text}` : `−${text}`
}

type LevelProps = {
  readonly name: string
  readonly level: Bridge['begin']
  readonly currency: string
  readonly rows: string | undefined
}

function Level({ name, level: { amount, heads }, currency, rows }: LevelProps) {
  return (
    <tr className="border-t border-line font-semibold">
      <th scope="row" className="py-2.5 pr-3 font-semibold">
        {name}
      </th>
      <td className="px-3 py-2.5 text-right">
        {rows === undefined || heads === 0 ? (
          countText(heads)
        ) : (
          <NumberLink to={rows} of={name}>
            {countText(heads)}
          </NumberLink>
        )}
      </td>
      <td className="py-2.5 pl-3 text-right whitespace-nowrap" translate="no">
        {formatAmount(amount, currency)}
      </td>
    </tr>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#accounts/identity/ui/session.ts'
import { countryName } from '#accounts/invoice-details/countries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { dateFormat } from '#foundation/time/date-format.ts'
import { useDownload } from '#web/kit/browser/download.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import { CsvFormatField, useCsvFormat } from '#web/kit/list/export-csv.tsx'
import { quartersContract, type QuarterSum, type SaleToCheck } from '../contract.ts'
import { quarterQuery } from './queries.ts'
import { isRate, lastDayOf, quartersBefore, ratesText } from './quarters.ts'

/** The taxes of a quarter by country, for the shop's returns. */
export function QuarterSection() {
  const mayRead = useMayCall()(quartersContract.readTaxQuarter)
  const quarters = quartersBefore(new Date(), 9)
  const [quarter, setQuarter] = useState(quarters[1] ?? '')
  const [checkAbove, setCheckAbove] = useState('100')
  const query = useQuery({ ...quarterQuery(quarter, checkAbove), enabled: mayRead })
  if (!mayRead) return null
  const { sums, since, toCheck } = query.data ?? { sums: [], since: null, toCheck: [] }
  return (
    <Section
      title={t('Sales of a quarter')}
      lead={t('Invoices less credit notes, by the days of payment and refund.')}
      action={sums.length > 0 && <ExportQuarter quarter={quarter} sums={sums} checkAbove={checkAbove} />}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('Quarter')}
          value={quarter}
          options={quarters.map((value) => ({ value, label: value.replace('-', ' ') }))}
          onChange={({ target: { value } }) => setQuarter(value)}
        />
        <Select
          label={t('Cards from another country need a look above')}
          value={checkAbove}
          options={sumsToCheck.map((value) => ({ value, label: Number(value).toLocaleString('en-US') }))}
          onChange={({ target: { value } }) => setCheckAbove(value)}
        />
      </div>
      {since !== null && (
        <Notice tone="warning">
          {rich('Sales before {day} are missing, because their invoices have no consecutive numbers.', {
            day: <Day at={since} />,
          })}
        </Notice>
      )}
      {query.data === undefined ? (
        <NotLoaded query={query} label={t('Loading taxes')} blocks={['h-40']} />
      ) : sums.length === 0 ? (
        <p className="text-muted">{t('Nothing was sold in this quarter.')}</p>
      ) : (
        <>
          <Sums quarter={quarter} sums={sums} />
          <ToCheck sales={toCheck} sums={sums} />
        </>
      )}
    </Section>
  )
}

/** In whole units of each sale's currency. */
const sumsToCheck = ['0', '50', '100', '500', '1000', '10000']

type ToCheckProps = { readonly sales: readonly SaleToCheck[]; readonly sums: readonly QuarterSum[] }

/** The sales for which the country that the buyer chose and the card's country contradict each other. */
function ToCheck({ sales, sums }: ToCheckProps) {
  if (sales.length === 0) return null
  const count = sums.reduce((total, { toCheck }) => total + toCheck, 0)
  return (
    <section aria-labelledby="to-check" className="grid gap-3">
      <h3 id="to-check" className="font-semibold">
        {t('{count, plural, one {# sale needs a look} other {# sales need a look}}', { count })}
      </h3>
      <p className="text-sm text-pretty text-muted">
        {t(
          'The card is from another country than the one that the buyer chose. Ask the buyer, or keep other evidence of their country.',
        )}{' '}
        {count > sales.length && t('These are the largest.')}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {sales.map(({ saleId, number, country, cardCountry, total, currency }) => (
          <li key={saleId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <Link
              translate="no"
              to={`/sales/${saleId}`}
              className="rounded text-brand tabular-nums underline underline-offset-4"
            >
              {number}
            </Link>
            <span className="min-w-0 flex-1">
              {t('{country}, card from {cardCountry}', {
                country: countryName(country),
                cardCountry: countryName(cardCountry),
              })}
            </span>
            <span translate="no" className="whitespace-nowrap tabular-nums">
              {formatAmount(total, currency)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const treatments = {
  reverse_charge: msg('Reverse charge'),
  outside: msg('Not taxed here'),
  exempt: msg('Zero rate'),
} as const

type SumsProps = { readonly quarter: string; readonly sums: readonly QuarterSum[] }

function Sums({ quarter, sums }: SumsProps) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={t('Sales by country')} className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            {[t('Country'), t('Tax rate')].map((name) => (
              <th key={name} scope="col" className="py-2 pr-4 font-medium">
                {name}
              </th>
            ))}
            {[t('Net'), t('Tax')].map((name) => (
              <th key={name} scope="col" className="py-2 pl-4 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <SumRow key={Object.values(sum).join()} sum={sum} quarter={quarter} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SumRow({ sum, quarter }: { readonly sum: QuarterSum; readonly quarter: string }) {
  const { country, percentage, treatment, currency, net, tax, paidIn } = sum
  const rate = percentage === null ? t('No tax') : t('{percentage}%', { percentage: String(percentage) })
  const amountClass = 'py-2 pl-4 text-right whitespace-nowrap tabular-nums'
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-4 font-normal">
        {country === '' ? t('Not by country') : countryName(country)}
        {paidIn !== quarter && (
          <span className="block text-sm text-muted">
            {t('Correction of {quarter}', { quarter: paidIn.replace('-', ' ') })}
          </span>
        )}
      </th>
      <td className="py-2 pr-4">{treatment === null ? rate : say(treatments[treatment])}</td>
      <td translate="no" className={amountClass}>
        {formatAmount(net, currency)}
      </td>
      <td translate="no" className={amountClass}>
        {formatAmount(tax, currency)}
      </td>
    </tr>
  )
}

const dayFormat = () => dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** Downloads a quarter's sums, in euros too if the seller enters the rates. */
function ExportQuarter({ quarter, sums, checkAbove }: SumsProps & { readonly checkAbove: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setIsChecked] = useState(false)
  const choice = useCsvFormat()
  const close = () => setIsOpen(false)
  const foreign = [...new Set(sums.map(({ currency }) => currency))].filter((code) => code !== 'eur')
  const { mutate, isPending } = useDownload(() => {
    const query = { quarter, euroRates: ratesText(typed), checkAbove, format: choice.format }
    return call(quartersContract.getTaxQuarterLink, { query })
  }, close)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4.5" />
        {t('Export CSV')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t('Export {quarter}', { quarter: quarter.replace('-', ' ') })}
        description={t('Net amounts and taxes by country, rate and currency.')}
      >
        <form
          noValidate
          aria-label={t('Export the quarter')}
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            setIsChecked(true)
            const wrong = foreign.find((code) => !isRate(typed[code] ?? ''))
            if (wrong === undefined) mutate()
            else event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
          }}
        >
          {foreign.map((code) => (
            <TextInput
              key={code}
              label={t('{currency} for one euro', { currency: code.toUpperCase() })}
              name={code}
              inputMode="decimal"
              value={typed[code] ?? ''}
              error={isChecked && !isRate(typed[code] ?? '') ? t('Enter a number above zero') : undefined}
              hint={t(
                'The European Central Bank’s rate of {day}, for amounts in euros. You can leave it empty.',
                { day: dayFormat().format(new Date(lastDayOf(quarter))) },
              )}
              onChange={({ target: { value } }) => setTyped({ ...typed, [code]: value })}
            />
          ))}
          <CsvFormatField choice={choice} />
          <DialogActions label={t('Download')} isBusy={isPending} onCancel={close} />
        </form>
      </Dialog>
    </>
  )
}

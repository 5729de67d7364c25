import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { Meter } from '#web/kit/chart/meter.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { type PayoutDetail, type PayoutLine, payoutsContract, type PayoutSums as Sums } from '../contract.ts'
import { BankName, Day, lineWords, PayoutBadge, NoAccountYet } from './payout-state.tsx'
import { hasNoAccount, payoutQuery } from './queries.ts'

export function PayoutPage() {
  const { id = '' } = useParams()
  const query = useQuery(payoutQuery(id))
  const { data, error } = query
  const amount = data && formatAmount(data.amount, data.currency)
  return (
    <Page
      back={{ to: '/payouts', label: t('Payouts') }}
      title={amount ?? t('Payout')}
      name={amount && t('Payout of {amount}', { amount })}
      lead={data && <Lead payout={data} />}
      actions={data && data.lines.length > 0 && <ExportPayout id={data.id} />}
    >
      {data !== undefined ? (
        <Detail payout={data} />
      ) : hasNoAccount(error) ? (
        <NoAccountYet />
      ) : (
        <NotLoaded
          query={query}
          label={t('Loading the payout')}
          blocks={['h-64', 'h-72']}
          listPath="/payouts"
        />
      )}
    </Page>
  )
}

function Lead({ payout }: { readonly payout: PayoutDetail }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PayoutBadge status={payout.status} />
      <span className="wrap-anywhere">
        <BankName bank={payout.bank} />
      </span>
      <Day day={payout.arrivesOn} />
    </span>
  )
}

const notes: Readonly<Record<Exclude<PayoutDetail['contents'], 'known'>, Message>> = {
  unknown: msg('This was a manual payout. Stripe only lists transactions for automatic payouts.'),
  preparing: msg('Stripe is still preparing this payout. Check back in a few hours.'),
  long: msg('This payout is too large to show here. Download the CSV for all transactions.'),
}

function Detail({ payout }: { readonly payout: PayoutDetail }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6">
      {payout.advice !== null && (
        <Notice tone="danger">
          {payout.failureMessage === null
            ? t('Your bank rejected this payout.')
            : t('Your bank rejected this payout: {reason}', { reason: payout.failureMessage })}{' '}
          {payout.advice}
        </Notice>
      )}
      {payout.contents !== 'known' && <Notice tone="info">{say(notes[payout.contents])}</Notice>}
      {payout.sums !== null && <PayoutSums sums={payout.sums} currency={payout.currency} />}
      {payout.lines.length > 0 && <PayoutLines lines={payout.lines} currency={payout.currency} />}
    </div>
  )
}

function ExportPayout({ id }: { readonly id: string }) {
  return (
    <ExportCsv
      description={t('The transactions of this payout, one per row, for a spreadsheet or your bookkeeping.')}
      askPath={(format) => call(payoutsContract.getPayoutExportLink, { params: { id }, query: { format } })}
    />
  )
}

const sumClass = 'grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1.5 sm:grid-cols-[12rem_1fr_7rem]'

type Props = { readonly sums: Sums; readonly currency: string }

/** How the payout is computed, from sales to the amount that arrives. */
function PayoutSums({ sums, currency }: Props) {
  const parts = [
    { name: t('Sales'), amount: sums.sales, isAlwaysShown: true },
    { name: t('Refunds'), amount: sums.refunds },
    { name: t('Disputes'), amount: sums.disputes },
    { name: t('Stripe fees'), amount: -sums.providerFee, isAlwaysShown: true },
    { name: t('Platform fee'), amount: -sums.applicationFee },
    { name: t('Returned payouts and other'), amount: sums.other },
  ]
  const shown = parts.filter(({ amount, isAlwaysShown }) => isAlwaysShown || amount !== 0)
  const largest = Math.max(...shown.map(({ amount }) => Math.abs(amount)), Math.abs(sums.net))
  const share = (amount: number) => (largest === 0 ? 0 : Math.abs(amount) / largest)
  return (
    <section aria-label={t('Summary')} className="panel p-5 sm:p-7">
      <dl className="grid gap-3 tabular-nums">
        {shown.map(({ name, amount }) => (
          <div key={name} className={sumClass}>
            <dt className="text-muted">{name}</dt>
            <dd className="max-sm:order-last max-sm:col-span-full">
              <Meter share={share(amount)} isWarning={amount < 0} />
            </dd>
            <dd translate="no" className="text-right">
              {formatAmount(amount, currency)}
            </dd>
          </div>
        ))}
        <div className={`border-t border-line pt-3 font-semibold ${sumClass}`}>
          <dt>{t('Payout')}</dt>
          <dd className="max-sm:order-last max-sm:col-span-full">
            <Meter share={share(sums.net)} />
          </dd>
          <dd translate="no" className="text-right">
            {formatAmount(sums.net, currency)}
          </dd>
        </div>
      </dl>
    </section>
  )
}

type PayoutLinesProps = { readonly lines: readonly PayoutLine[]; readonly currency: string }

/** A payout's transactions, as a table on wide screens and as cards on phones. */
function PayoutLines({ lines, currency }: PayoutLinesProps) {
  return (
    <section aria-label={t('Transactions')}>
      <ListTable
        name={t('Transactions')}
        columns={[t('Date'), t('Type'), t('Sale')]}
        amounts={[t('Gross'), t('Fees'), t('Net')]}
        className="lg:block"
      >
        {lines.map((line) => (
          <tr key={line.id} className="border-t border-line">
            <td className="px-5 py-3.5">
              <When at={line.at} />
            </td>
            <td className="px-5 py-3.5">{say(lineWords[line.kind])}</td>
            <th scope="row" className="max-w-72 px-5 py-3.5 font-normal">
              <What line={line} />
            </th>
            {[line.gross, -feeOf(line), line.net].map((amount, index) => (
              <td
                translate="no"
                key={index}
                className={`px-5 py-3.5 text-right whitespace-nowrap tabular-nums ${index === 2 ? 'font-semibold' : 'text-muted'}`}
              >
                {formatAmount(amount, currency)}
              </td>
            ))}
          </tr>
        ))}
      </ListTable>
      <ul className="grid gap-3 lg:hidden">
        {lines.map((line) => (
          <li key={line.id} className="panel grid gap-1.5 p-4">
            <span className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <What line={line} />
              </span>
              <span translate="no" className="font-semibold whitespace-nowrap tabular-nums">
                {formatAmount(line.net, currency)}
              </span>
            </span>
            <span className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-muted">
              <span>
                {say(lineWords[line.kind])}, <When at={line.at} />
              </span>
              {feeOf(line) !== 0 && (
                <span className="tabular-nums">
                  {rich('{gross} less {fees} fees', {
                    gross: <Own>{formatAmount(line.gross, currency)}</Own>,
                    fees: <Own>{formatAmount(feeOf(line), currency)}</Own>,
                  })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function feeOf({ providerFee, applicationFee }: PayoutLine): number {
  return providerFee + applicationFee
}

function What({ line: { purchase, description } }: { readonly line: PayoutLine }) {
  const maySee = useMayCall()(salesContract.getSale)
  if (purchase === null) return <span className="wrap-anywhere text-muted">{description}</span>
  return (
    <>
      {maySee ? (
        <Link
          to={`/sales/${purchase.id}`}
          className="rounded font-medium wrap-anywhere text-brand underline underline-offset-4"
        >
          {cutText(purchase.name, 50)}
        </Link>
      ) : (
        <span className="font-medium wrap-anywhere">{cutText(purchase.name, 50)}</span>
      )}
      <span className="block text-sm wrap-anywhere text-muted">{cutText(purchase.form, 60)}</span>
      {purchase.offer !== null && (
        <span className="block text-sm wrap-anywhere text-muted">
          {t('One-time offer: {title}', { title: cutText(purchase.offer, 60) })}
        </span>
      )}
    </>
  )
}

import { Link } from 'react-router'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { PayoutLine } from '../contract.ts'
import { lineWords } from './payout-words.tsx'

type Props = { readonly lines: readonly PayoutLine[]; readonly currency: string }

/** Everything inside a payout: a table where there is room for one, cards on a phone. */
export function PayoutLines({ lines, currency }: Props) {
  return (
    <section aria-label="What is inside">
      <ListTable
        name="What is inside"
        columns={['Date', 'What', 'Sale']}
        amounts={['Gross', 'Fees', 'Net']}
        className="lg:block"
      >
        {lines.map((line) => (
          <tr key={line.id} className="border-t border-line">
            <td className="px-5 py-3.5">
              <When at={line.at} />
            </td>
            <td className="px-5 py-3.5">{lineWords[line.kind]}</td>
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
                {lineWords[line.kind]}, <When at={line.at} />
              </span>
              {feeOf(line) !== 0 && (
                <span className="tabular-nums">
                  <Own>{formatAmount(line.gross, currency)}</Own> less{' '}
                  <Own>{formatAmount(feeOf(line), currency)}</Own> fees
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
          One-time offer: {cutText(purchase.offer, 60)}
        </span>
      )}
    </>
  )
}

import { Link } from 'react-router'
import { Badge } from '#web/kit/layout/badge.tsx'
import { cutText } from '#foundation/text/cut-text.ts'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { Customer } from '../contract.ts'
import { countryText, nameOf, valueTexts } from './value-text.ts'

type Props = { readonly customers: readonly Customer[]; readonly isBusy: boolean }

/** A table where there is room for one, cards on a phone. Each row leads to its customer. */
export function CustomerList({ customers, isBusy }: Props) {
  return (
    <div aria-busy={isBusy} className={isBusy ? 'opacity-60 transition-opacity' : 'transition-opacity'}>
      <ListTable
        name="Customers"
        columns={['Customer', 'Country', 'Tags', 'Last purchase']}
        amounts={['Purchases', 'Value']}
        className="lg:block"
      >
        {customers.map((customer) => (
          <tr key={customer.id} className="relative border-t border-line hover:bg-brand-soft/50">
            <th scope="row" className="max-w-64 px-5 py-4 font-normal">
              <CustomerLink customer={customer} />
              <span translate="no" className="block text-sm wrap-anywhere text-muted">
                {customer.email}
              </span>
            </th>
            <td className="px-5 py-4">{customer.country !== null && countryText(customer.country)}</td>
            <td className="max-w-56 px-5 py-4">
              <Tags tags={customer.tags} />
            </td>
            <td className="px-5 py-4">{customer.lastPaidAt !== null && <When at={customer.lastPaidAt} />}</td>
            <td className="px-5 py-4 text-right tabular-nums">{customer.purchases}</td>
            <td className="px-5 py-4 text-right font-semibold whitespace-nowrap tabular-nums">
              <Values customer={customer} />
            </td>
          </tr>
        ))}
      </ListTable>
      <ul className="grid gap-3 lg:hidden">
        {customers.map((customer) => (
          <li key={customer.id} className="panel relative grid gap-1.5 p-4">
            <span className="flex items-start justify-between gap-3">
              <CustomerLink customer={customer} />
              <span className="text-right font-semibold tabular-nums">
                <Values customer={customer} />
              </span>
            </span>
            <span translate="no" className="text-sm wrap-anywhere text-muted">
              {customer.email}
            </span>
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm text-muted">
              {countText(customer.purchases)}
              {customer.lastPaidAt !== null && <When at={customer.lastPaidAt} />}
            </span>
            <Tags tags={customer.tags} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function CustomerLink({ customer }: { readonly customer: Customer }) {
  return (
    <Link
      to={`/customers/${customer.id}`}
      className="block min-w-0 rounded font-medium wrap-anywhere after:absolute after:inset-0"
    >
      {cutText(nameOf(customer), 50)}
    </Link>
  )
}

/** The three currencies in which most was bought. */
function Values({ customer }: { readonly customer: Customer }) {
  return valueTexts(customer)
    .slice(0, 3)
    .map((text) => (
      <span key={text} className="block">
        {text}
      </span>
    ))
}

const shownTags = 4

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  const left = tags.length - shownTags
  return (
    <span className="flex flex-wrap gap-1.5">
      {tags.slice(0, shownTags).map((tag) => (
        <Badge key={tag}>{cutText(tag, 20)}</Badge>
      ))}
      {left > 0 && <Badge>{`+${left}`}</Badge>}
    </span>
  )
}

function countText(purchases: number): string {
  return purchases === 1 ? '1 purchase' : `${purchases} purchases`
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Dashboard, Taken } from '#selling/sales/dashboard/dashboard-wire.ts'
import type { Days } from '../day-spans.ts'
import { salesPath } from '../filter/sale-search.ts'
import { NumberLink } from './number-link.tsx'
import { countText, rateOf, rateText } from './number-texts.ts'

type FormsProps = { readonly forms: Dashboard['forms']; readonly days: Days }

export function FormsTable({ forms, days }: FormsProps) {
  if (forms.length === 0) return null
  return (
    <Table
      title="Forms"
      columns={['Form', 'Views', 'Orders', 'Conversion', 'Gross revenue']}
      wideColumns={[1, 2]}
    >
      {forms.map(({ id, title, views, orders, gross }) => (
        <Row
          key={id}
          name={
            <Link to={`/forms/${id}`} className="rounded hover:text-brand hover:underline">
              {title}
            </Link>
          }
          note={`${countText(orders)} of ${countText(views)} views`}
          wideColumns={[1, 2]}
          cells={[
            countText(views),
            orders === 0 ? (
              countText(orders)
            ) : (
              <NumberLink
                to={salesPath({ ...days, form: id, kind: 'order', status: 'sold' })}
                of={`Orders of ${title}`}
              >
                {countText(orders)}
              </NumberLink>
            ),
            rateText(rateOf(orders, views)),
            gross.length === 0
              ? '–'
              : // One below the other: amounts of different currencies are never added.
                gross.map(({ currency, total }) => (
                  <span key={currency} className="block whitespace-nowrap">
                    <NumberLink
                      to={salesPath({ ...days, form: id, currency, status: 'sold' })}
                      of={`Gross revenue of ${title}`}
                    >
                      {formatAmount(total, currency)}
                    </NumberLink>
                  </span>
                )),
          ]}
        />
      ))}
    </Table>
  )
}

type TakenProps = { readonly title: string; readonly offeredAs: string; readonly rows: readonly Taken[] }

export function TakenTable({ title, offeredAs, rows }: TakenProps) {
  if (rows.length === 0) return null
  return (
    <Table title={title} columns={['Title', offeredAs, 'Taken', 'Rate']}>
      {rows.map((row) => (
        <Row
          key={row.id}
          name={row.title}
          cells={[countText(row.offered), countText(row.taken), rateText(rateOf(row.taken, row.offered))]}
        />
      ))}
    </Table>
  )
}

type TableProps = {
  readonly title: string
  readonly columns: readonly string[]
  /** Columns, counted from 0, that a phone has no room for. */
  readonly wideColumns?: readonly number[]
  readonly children: ReactNode
}

function Table({ title, columns, wideColumns = [], children }: TableProps) {
  return (
    <section aria-label={title} className="panel min-w-0 overflow-hidden">
      <h2 className="px-5 pt-5 pb-3 text-lg font-semibold">{title}</h2>
      <table className="w-full text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            {columns.map((name, index) => (
              <th key={name} scope="col" className={`py-2.5 font-medium ${cellClass(index, wideColumns)}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

type RowProps = {
  readonly name: ReactNode
  /** Says on a phone what its left-out columns say. */
  readonly note?: string
  readonly wideColumns?: readonly number[]
  readonly cells: readonly ReactNode[]
}

function Row({ name, note, wideColumns = [], cells }: RowProps) {
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className={`py-3 font-medium ${cellClass(0, wideColumns)}`}>
        {name}
        {note !== undefined && <span className="block text-sm font-normal text-muted sm:hidden">{note}</span>}
      </th>
      {cells.map((cell, index) => (
        <td key={`${index}`} className={`py-3 tabular-nums ${cellClass(index + 1, wideColumns)}`}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function cellClass(column: number, wideColumns: readonly number[]): string {
  if (column === 0) return 'min-w-36 wrap-anywhere px-5'
  return `px-2 text-right sm:px-3 last:pr-5 ${wideColumns.includes(column) ? 'hidden sm:table-cell' : ''}`
}

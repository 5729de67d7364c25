import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Dashboard, Taken } from '#selling/sales/dashboard/dashboard-wire.ts'
import type { Days } from '#selling/sales/ui/day-spans.ts'
import { salesPath, type ShownFilter } from '#selling/sales/ui/filter/sale-search.ts'
import { columnRateText, countText, rateOf, rateText } from '#selling/sales/ui/number-texts.ts'
import { Meter } from '#web/kit/chart/meter.tsx'
import { FoldPanel } from '#web/kit/layout/fold-panel.tsx'
import { NumberLink } from '#selling/sales/ui/numbers/number-link.tsx'
import { unknownMoney } from './unknown-source.ts'

type FormsProps = {
  readonly forms: Dashboard['forms']
  /** The currency by whose revenue the forms are sorted. */
  readonly currency: string | undefined
  readonly days: Days
}

export function FormsTable({ forms, currency, days }: FormsProps) {
  if (forms.length === 0) return null
  const grossOf = ({ gross }: Dashboard['forms'][number]) =>
    gross.find((one) => one.currency === currency)?.total ?? 0
  const sorted = forms.toSorted((one, other) => grossOf(other) - grossOf(one) || other.orders - one.orders)
  return (
    <Table
      title={t('Forms')}
      isFolded={false}
      columns={[t('Form'), t('Views'), t('Orders'), t('Conversion'), t('Gross revenue')]}
      wideColumns={[1, 2, 3]}
      sortedBy={4}
    >
      {sorted.flatMap(({ id, title, views, orders, gross, prices = [] }) => [
        <Row
          key={id}
          name={
            <Link to={`/forms/${id}`} className="rounded hover:text-brand hover:underline">
              {title}
            </Link>
          }
          note={t(
            '{views, plural, one {{orders} of # view ({rate})} other {{orders} of {shown} views ({rate})}}',
            {
              views,
              orders: countText(orders),
              shown: countText(views),
              rate: rateText(rateOf(orders, views)),
            },
          )}
          wideColumns={[1, 2, 3]}
          cells={[
            countText(views),
            <OrdersLink key="orders" orders={orders} of={title} filter={{ ...days, form: id }} />,
            columnRateText(rateOf(orders, views)),
            <GrossLinks key="gross" gross={gross} of={title} filter={{ ...days, form: id }} />,
          ]}
        />,
        ...prices.map((price) => {
          const name = price.name ?? t('Removed price')
          const of = t('{price} of {form}', { price: name, form: title })
          const filter = { ...days, form: id, price: price.id }
          return (
            <Row
              key={`${id} ${price.id}`}
              name={name}
              wideColumns={[1, 2, 3]}
              note={t('{orders, plural, one {# order} other {{shown} orders}}', {
                orders: price.orders,
                shown: countText(price.orders),
              })}
              isPart
              cells={[
                '',
                <OrdersLink key="orders" orders={price.orders} of={of} filter={filter} />,
                '',
                <GrossLinks key="gross" gross={price.gross} of={of} filter={filter} />,
              ]}
            />
          )
        }),
      ])}
    </Table>
  )
}

type LinkProps = { readonly of: string; readonly filter: ShownFilter }

function OrdersLink({ orders, of, filter }: LinkProps & { readonly orders: number }) {
  if (orders === 0) return countText(orders)
  return (
    <NumberLink to={salesPath({ ...filter, kind: 'order', status: 'sold' })} of={t('Orders of {of}', { of })}>
      {countText(orders)}
    </NumberLink>
  )
}

type Amounts = Dashboard['forms'][number]['gross']

/** Amounts of different currencies are listed one per line, because they are never added. */
function GrossLinks({ gross, of, filter }: LinkProps & { readonly gross: Amounts }) {
  return (
    <AmountLinks
      amounts={gross}
      of={t('Gross revenue of {of}', { of })}
      filter={{ ...filter, status: 'sold' }}
    />
  )
}

function AmountLinks({ amounts, of, filter }: LinkProps & { readonly amounts: Amounts }) {
  if (amounts.length === 0) return '–'
  return amounts.map(({ currency, total }) => (
    <span key={currency} translate="no" className="block whitespace-nowrap">
      <NumberLink to={salesPath({ ...filter, currency })} of={of}>
        {formatAmount(total, currency)}
      </NumberLink>
    </span>
  ))
}

/** Amounts whose purchases no filter can find. */
function plainAmounts(amounts: Amounts): ReactNode {
  if (amounts.length === 0) return '–'
  return amounts.map(({ currency, total }) => (
    <span key={currency} translate="no" className="block whitespace-nowrap">
      {formatAmount(total, currency)}
    </span>
  ))
}

type SourcesProps = { readonly numbers: Dashboard; readonly days: Days }

/** The sources that brought the most orders, with the results of these orders. */
export function SourcesTable({ numbers, days }: SourcesProps) {
  const { sources } = numbers
  if (sources.length === 0) return null
  const [top] = sources
  const all = numbers.activity.current.orders
  const unknown = all - sources.reduce((sum, { orders }) => sum + orders, 0)
  const unknownGross = unknownMoney(numbers, 'gross')
  const unknownRefunds = unknownMoney(numbers, 'refunds')
  return (
    <Table
      title={t('Sources')}
      note={t('{name} {share}', {
        name: top?.name ?? t('Other sources'),
        share: rateText(rateOf(top?.orders ?? 0, all)),
      })}
      columns={[t('Source'), t('Orders'), t('Gross revenue'), t('Refunds'), t('Share of orders')]}
      wideColumns={[1, 4]}
    >
      {sources.map(({ name, orders, gross, refunds }) => {
        const share = columnRateText(rateOf(orders, all))
        const filter = { ...days, source: name ?? undefined }
        return (
          <Row
            key={name ?? ''}
            name={name ?? t('Other sources')}
            note={t('{orders, plural, one {# order ({share})} other {{shown} orders ({share})}}', {
              orders,
              shown: countText(orders),
              share,
            })}
            wideColumns={[1, 4]}
            cells={
              name === null
                ? [countText(orders), plainAmounts(gross), plainAmounts(refunds), share]
                : [
                    <OrdersLink key="orders" orders={orders} of={name} filter={filter} />,
                    <GrossLinks key="gross" gross={gross} of={name} filter={filter} />,
                    <AmountLinks
                      key="refunds"
                      amounts={refunds}
                      of={t('Refunds of {of}', { of: name })}
                      filter={{ ...filter, status: 'returned' }}
                    />,
                    share,
                  ]
            }
          />
        )
      })}
      {(unknown > 0 || unknownGross.length > 0 || unknownRefunds.length > 0) && (
        <Row
          name={t('Direct or unknown')}
          note={t('{orders, plural, one {# order ({share})} other {{shown} orders ({share})}}', {
            orders: unknown,
            shown: countText(unknown),
            share: rateText(rateOf(unknown, all)),
          })}
          wideColumns={[1, 4]}
          cells={[
            countText(unknown),
            plainAmounts(unknownGross),
            plainAmounts(unknownRefunds),
            columnRateText(rateOf(unknown, all)),
          ]}
        />
      )}
    </Table>
  )
}

type TakenProps = { readonly title: string; readonly offeredAs: string; readonly rows: readonly Taken[] }

export function TakenTable({ title, offeredAs, rows }: TakenProps) {
  if (rows.length === 0) return null
  const sumOf = (what: 'taken' | 'offered') => rows.reduce((sum, row) => sum + row[what], 0)
  return (
    <Table
      title={title}
      note={t('{rate} taken', { rate: rateText(rateOf(sumOf('taken'), sumOf('offered'))) })}
      columns={[t('Title'), offeredAs, t('Taken'), t('Rate')]}
      wideColumns={[1, 2]}
    >
      {rows.map((row) => (
        <Row
          key={row.id}
          name={
            <>
              {row.title}
              <span className="mt-1.5 block max-w-80">
                <Meter share={row.taken / row.offered} />
              </span>
            </>
          }
          note={t('{part} of {all}', { part: countText(row.taken), all: countText(row.offered) })}
          wideColumns={[1, 2]}
          cells={[countText(row.offered), countText(row.taken), rateText(rateOf(row.taken, row.offered))]}
        />
      ))}
    </Table>
  )
}

type TableProps = {
  readonly title: string
  /** The table's main number, shown while it is folded. */
  readonly note?: string
  /** Whether it is folded on phones, where other tables are more important. */
  readonly isFolded?: boolean
  readonly columns: readonly string[]
  /** Columns (counted from 0) that are hidden on phones. */
  readonly wideColumns?: readonly number[]
  /** The column (counted from 0) by which the rows are sorted, the greatest first. */
  readonly sortedBy?: number
  readonly children: ReactNode
}

function Table({ title, note, isFolded = true, columns, wideColumns = [], sortedBy, children }: TableProps) {
  return (
    <FoldPanel title={title} isFolded={isFolded} {...(note !== undefined && { note })}>
      <div className="overflow-x-auto rounded-b-3xl">
        <table aria-label={title} className="w-full text-left">
          <thead className="bg-sunken text-sm text-muted">
            <tr>
              {columns.map((name, index) => (
                <th
                  key={name}
                  scope="col"
                  {...(index === sortedBy && { 'aria-sort': 'descending' })}
                  className={`py-2.5 font-medium whitespace-nowrap tight:whitespace-normal ${cellClass(index, wideColumns)}`}
                >
                  {name}
                  {index === sortedBy && <ArrowDown aria-hidden className="ml-1 inline size-3.5" />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </FoldPanel>
  )
}

type RowProps = {
  readonly name: ReactNode
  /** Replaces the columns that are hidden on phones. */
  readonly note?: string
  readonly wideColumns?: readonly number[]
  readonly cells: readonly ReactNode[]
  /** This line belongs to the row above, so it is placed close to it. */
  readonly isPart?: boolean
}

function Row({ name, note, wideColumns = [], cells, isPart = false }: RowProps) {
  const space = isPart ? 'pb-3' : 'py-3'
  return (
    <tr className={`align-top ${isPart ? '' : 'border-t border-line'}`}>
      <th scope="row" className={`${space} font-medium ${cellClass(0, wideColumns)}`}>
        <span className={isPart ? 'block pl-4 font-normal text-muted' : ''}>
          {name}
          {note !== undefined && (
            <span className="block text-sm font-normal text-muted sm:hidden">{note}</span>
          )}
        </span>
      </th>
      {cells.map((cell, index) => (
        <td key={`${index}`} className={`${space} tabular-nums ${cellClass(index + 1, wideColumns)}`}>
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

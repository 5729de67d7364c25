import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { say, t } from '#foundation/language/t.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { ShortTime, When } from '#web/kit/layout/when.tsx'
import { ListTable } from '#web/kit/list/list-table.tsx'
import type { Sale } from '../contract.ts'
import { DisputeBadge } from './disputes.tsx'
import { SaleAmount } from './sale-amount.tsx'
import { kindLabels, kindText, StatusBadge } from './status-badge.tsx'
import { RenewalBadge } from './unpaid-renewal.tsx'

type Props = { readonly sales: readonly FoldedSale[]; readonly isBusy: boolean }

/**
 * Shows sales as a table on wide screens and as cards on phones. Each row links to its sale, and earlier attempts
 * open beneath it.
 */
export function SaleList({ sales, isBusy }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const openTries = ({ sale, tries }: FoldedSale) => (opened.has(sale.id) ? tries : [])
  const triesOf = ({ sale, tries }: FoldedSale) =>
    tries.length > 0 && (
      <TriesButton count={tries.length} isOpen={opened.has(sale.id)} onPress={() => toggle(sale.id)} />
    )
  return (
    <div aria-busy={isBusy} className={isBusy ? 'opacity-60 transition-opacity' : 'transition-opacity'}>
      <ListTable
        name={t('Sales')}
        columns={[t('Date'), t('Buyer'), t('Form'), t('Status')]}
        amounts={[t('Total')]}
        className="lg:block"
      >
        {sales.flatMap((folded) => [
          <TableRow key={folded.sale.id} sale={folded.sale}>
            {triesOf(folded)}
          </TableRow>,
          ...openTries(folded).map((sale) => <TableRow key={sale.id} sale={sale} isTry />),
        ])}
      </ListTable>
      <ul className="grid gap-3 lg:hidden">
        {sales.flatMap((folded) => [
          <Card key={folded.sale.id} sale={folded.sale}>
            {triesOf(folded)}
          </Card>,
          ...openTries(folded).map((sale) => <Card key={sale.id} sale={sale} isTry />),
        ])}
      </ul>
    </div>
  )
}

type TriesProps = { readonly count: number; readonly isOpen: boolean; readonly onPress: () => void }

function TriesButton({ count, isOpen, onPress }: TriesProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      // This button lies above the link that covers the whole row.
      className="relative z-10 -ml-1 inline-flex min-h-7 items-center gap-1 justify-self-start rounded px-1 text-sm text-muted hover:text-ink"
      onClick={onPress}
    >
      <ChevronDown aria-hidden className={`size-4 shrink-0 transition ${isOpen ? 'rotate-180' : ''}`} />
      {t('{count, plural, one {# failed attempt} other {# failed attempts}}', { count })}
    </button>
  )
}

type RowProps = {
  readonly sale: Sale
  /** A failed attempt, shown beneath the purchase it led to. */
  readonly isTry?: boolean
  readonly children?: ReactNode
}

function TableRow({ sale, isTry = false, children }: RowProps) {
  const pad = isTry ? 'py-1.5' : 'py-2.5'
  return (
    <tr
      className={`relative hover:bg-brand-soft/50 ${isTry ? 'bg-sunken/60 text-muted' : 'border-t border-line'}`}
    >
      <td className={`px-5 whitespace-nowrap text-muted ${pad} ${isTry ? 'pl-9' : ''}`}>
        <ShortTime at={sale.createdAt} />
      </td>
      <th scope="row" className={`w-[39%] max-w-0 truncate px-5 font-normal ${pad}`}>
        <Link to={`/sales/${sale.id}`} className="rounded font-medium after:absolute after:inset-0">
          <Own>{cutText(sale.name, 50)}</Own>
        </Link>
        {!isTry && (
          <span translate="no" className="ml-2 text-sm text-muted">
            {sale.email}
          </span>
        )}
      </th>
      <td className={`w-[61%] max-w-0 truncate px-5 ${pad}`}>
        {sale.kind !== 'order' && (
          <span className="mr-2 text-sm text-muted">{say(kindLabels[sale.kind])}</span>
        )}
        {!isTry && (sale.offerTitle ?? sale.formTitle)}
      </td>
      <td className={`px-5 ${pad}`}>
        <span className="flex flex-wrap items-center gap-x-2">
          <SaleBadges sale={sale} />
          {children}
        </span>
      </td>
      <td className={`px-5 text-right whitespace-nowrap tabular-nums ${pad} ${isTry ? '' : 'font-semibold'}`}>
        <SaleAmount sale={sale} />
      </td>
    </tr>
  )
}

function Card({ sale, isTry = false, children }: RowProps) {
  return (
    <li className={`panel relative grid gap-1.5 p-4 ${isTry ? 'ml-6 bg-sunken/60 text-muted' : ''}`}>
      <span className="flex items-start justify-between gap-3">
        <Link
          to={`/sales/${sale.id}`}
          className="min-w-0 rounded wrap-anywhere font-medium after:absolute after:inset-0"
        >
          <Own>{cutText(sale.name, 50)}</Own>
        </Link>
        <span className={`tabular-nums ${isTry ? '' : 'font-semibold'}`}>
          <SaleAmount sale={sale} />
        </span>
      </span>
      {!isTry && (
        <span className="text-sm wrap-anywhere text-muted">
          {cutText(sale.formTitle, 50)}
          {sale.kind !== 'order' && ` · ${kindText(sale)}`}
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm text-muted">
        <When at={sale.createdAt} />
        <SaleBadges sale={sale} />
      </span>
      {children}
    </li>
  )
}

/** A listed sale's status. */
export function SaleBadges({ sale }: { readonly sale: Sale }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {/* Only a paid sale can be disputed. */}
      {sale.disputeStatus === null && <StatusBadge {...sale} />}
      <DisputeBadge status={sale.disputeStatus} />
      <RenewalBadge renewal={sale.unpaidRenewal} />
    </span>
  )
}

/** A listed purchase with its buyer's earlier failed attempts, newest first. */
export type FoldedSale = { readonly sale: Sale; readonly tries: readonly Sale[] }

/** Attempts further apart than this are separate, in milliseconds. */
const longest = 24 * 60 * 60 * 1000

/** A page's rows, newest first. A failed attempt is folded beneath the same buyer's later purchase of the same form. */
export function foldTries(sales: readonly Sale[]): FoldedSale[] {
  const folded: { sale: Sale; tries: Sale[] }[] = []
  for (const sale of sales) {
    const later = cameToNothing(sale) ? folded.find((one) => followed(sale, one.sale)) : undefined
    if (later === undefined) folded.push({ sale, tries: [] })
    else later.tries.push(sale)
  }
  return folded
}

function cameToNothing({ kind, status }: Sale): boolean {
  return kind === 'order' && (status === 'failed' || status === 'canceled')
}

function followed(tried: Sale, later: Sale): boolean {
  const between = Date.parse(later.createdAt) - Date.parse(tried.createdAt)
  return (
    later.kind === 'order' &&
    later.formId === tried.formId &&
    later.email.toLowerCase() === tried.email.toLowerCase() &&
    // A list filtered by days is sorted by time of payment, so the row above may have been ordered earlier.
    between >= 0 &&
    between <= longest
  )
}

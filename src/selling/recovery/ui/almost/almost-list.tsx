import { useQueryClient } from '@tanstack/react-query'
import { CircleStop, Ellipsis, Link2, ReceiptText, Send } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { formatPrice } from '#foundation/money/amount.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { Menu } from '#web/kit/dialog/menu.tsx'
import { copyText, linkMessages } from '#web/kit/feedback/copy-text.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { ShortTime, When } from '#web/kit/layout/when.tsx'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { recoveriesContract, type RecoveryWire } from '../../contract.ts'
import { happenedText, outcomeText } from './almost-words.ts'

type Props = { readonly rows: readonly RecoveryWire[]; readonly isBusy: boolean }
type RowProps = { readonly row: RecoveryWire }

/** Shows lost payments as a table on wide screens and as cards on phones. */
export function AlmostList({ rows, isBusy }: Props) {
  return (
    <div aria-busy={isBusy} className={`transition-opacity ${isBusy ? 'opacity-60' : ''}`}>
      <ListTable
        name={t('Almost')}
        columns={[t('Date'), t('Buyer'), t('What happened'), t('Emails')]}
        amounts={[t('Total')]}
        hasActions
        className="overflow-visible lg:block [&_thead]:bg-transparent"
      >
        {rows.map((row) => (
          <TableRow key={row.id} row={row} />
        ))}
      </ListTable>
      <ul className="grid gap-3 lg:hidden">
        {rows.map((row) => (
          <Card key={row.id} row={row} />
        ))}
      </ul>
    </div>
  )
}

function TableRow({ row }: RowProps) {
  return (
    <tr className="border-t border-line align-top">
      <td className="px-5 py-3 whitespace-nowrap text-muted">
        <ShortTime at={row.createdAt} />
      </td>
      <th scope="row" className="max-w-64 px-5 py-3 font-normal">
        <Buyer row={row} />
      </th>
      <td className="px-5 py-3">
        <span className="block max-w-72 truncate">{row.formTitle}</span>
        <span className="block text-sm text-pretty text-muted">{happenedText(row)}</span>
      </td>
      <td className="px-5 py-3 text-sm">
        <Emails row={row} />
      </td>
      <td className="px-5 py-3 text-right font-semibold whitespace-nowrap tabular-nums">
        {formatPrice(row.total, row.currency)}
      </td>
      <td className="px-3 py-2">
        <Actions row={row} />
      </td>
    </tr>
  )
}

function Card({ row }: RowProps) {
  return (
    <li className="panel grid gap-2 p-4">
      <div className="flex items-start justify-between gap-3">
        <Buyer row={row} />
        <span className="flex items-center gap-1 font-semibold tabular-nums">
          {formatPrice(row.total, row.currency)}
          <Actions row={row} />
        </span>
      </div>
      <span className="text-sm wrap-anywhere text-muted">{cutText(row.formTitle, 50)}</span>
      <span className="text-sm text-pretty">{happenedText(row)}</span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm text-muted">
        <When at={row.createdAt} />
        <Emails row={row} />
      </span>
    </li>
  )
}

function Buyer({ row }: RowProps) {
  return (
    <span className="grid min-w-0">
      <span className="truncate font-medium">
        {row.name === '' ? t('Unknown name') : <Own>{cutText(row.name, 50)}</Own>}
      </span>
      <span translate="no" className="truncate text-sm text-muted">
        {row.email}
      </span>
    </span>
  )
}

/** The resulting sale, the next email, or why there is none. */
function Emails({ row }: RowProps) {
  if (row.paidSaleId !== null) {
    return (
      <Link to={`/sales/${row.paidSaleId}`} className="rounded">
        <Badge tone="success">{t('Paid after all')}</Badge>
      </Link>
    )
  }
  if (row.nextAt !== null) {
    return <span>{rich('Next email: {time}', { time: <When at={row.nextAt} /> })}</span>
  }
  return <span className="text-pretty text-muted">{outcomeText(row)}</span>
}

const icon = 'size-4.5 shrink-0'

function Actions({ row }: RowProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate } = useWrite({
    mutationFn: (act: 'sendRecovery' | 'stopRecovery') =>
      call(recoveriesContract[act], { params: { id: row.id } }),
    onSuccess: async (_changed, act) => {
      toast.success(act === 'sendRecovery' ? t('The email will be sent in a moment.') : t('Emails stopped'))
      await queryClient.invalidateQueries({ queryKey: ['recoveries'] })
    },
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
  })
  const { link, saleId } = row
  const items = [
    ...(row.canMail
      ? [
          {
            label: t('Send email now'),
            icon: <Send aria-hidden className={icon} />,
            onSelect: () => mutate('sendRecovery'),
          },
          {
            label: t('Stop emails'),
            icon: <CircleStop aria-hidden className={icon} />,
            onSelect: () => mutate('stopRecovery'),
          },
        ]
      : []),
    ...(link === null
      ? []
      : [
          {
            label: t('Copy link for the buyer'),
            icon: <Link2 aria-hidden className={icon} />,
            onSelect: () => void copyText(link, linkMessages()),
          },
        ]),
    ...(saleId === null
      ? []
      : [
          {
            label: t('View attempt'),
            icon: <ReceiptText aria-hidden className={icon} />,
            onSelect: () => void navigate(`/sales/${saleId}`),
          },
        ]),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      label={t('Actions for {name}', { name: row.name === '' ? row.email : row.name })}
      trigger={
        <span className="grid size-9 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand">
          <Ellipsis aria-hidden className="size-5" />
        </span>
      }
      items={items}
    />
  )
}

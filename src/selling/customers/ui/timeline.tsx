import { useQueryClient } from '@tanstack/react-query'
import {
  AtSign,
  Ban,
  Gift,
  type LucideIcon,
  Mail,
  Merge,
  MessageSquareText,
  Repeat,
  Scale,
  ShoppingBag,
  StickyNote,
  Trash2,
  Undo2,
} from 'lucide-react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import { CameFrom } from '#selling/sales/ui/came-from.tsx'
import { IconButton } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { When } from '#web/kit/layout/when.tsx'
import { customersContract, type CustomerDetail, type TimelineEntry, type TimelineKind } from '../contract.ts'
import { entryText } from './timeline-words.ts'

/** Entries made by a member of the shop. */
const writtenKinds: ReadonlySet<string> = new Set(['note', 'correction', 'merge'])

/** Entries with text written by the seller or the buyer. */
const keepsLines: ReadonlySet<TimelineKind> = new Set(['note', 'answers'])

const icons: Readonly<Record<TimelineKind, LucideIcon>> = {
  purchase: ShoppingBag,
  answers: MessageSquareText,
  refund: Undo2,
  dispute: Scale,
  withdrawal: Undo2,
  subscription: Repeat,
  offer_shown: Gift,
  offer_declined: Ban,
  mail: Mail,
  note: StickyNote,
  correction: AtSign,
  merge: Merge,
}

/** Payments have the strongest color, and emails have none. */
function toneOf({ kind, state }: TimelineEntry): string {
  if (kind === 'purchase') return 'bg-brand-soft text-brand'
  if (kind === 'refund' || kind === 'dispute' || kind === 'withdrawal') return 'bg-danger-soft text-danger'
  if (kind === 'mail') return state === 'failed' ? 'text-danger' : 'text-muted'
  return 'bg-tag text-muted'
}

/** The maximum number of entries in one response. */
const most = 100

/** A customer's history, newest first. */
export function Timeline({ customer }: { readonly customer: CustomerDetail }) {
  const { timeline, id } = customer
  return (
    <section aria-labelledby="timeline" className="panel p-5 sm:p-7">
      <h2 id="timeline" className="text-xl font-semibold">
        {t('Timeline')}
      </h2>
      <ol className="mt-5 grid">
        {timeline.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id}`}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 pb-6 pl-12 last:pb-0"
          >
            {index < timeline.length - 1 && (
              <span aria-hidden className="absolute top-8 bottom-0 left-[15px] w-0.5 bg-line" />
            )}
            <Icon entry={entry} />
            <Words entry={entry} />
            {entry.kind === 'note' && <DeleteNote customerId={id} noteId={entry.id} />}
          </li>
        ))}
      </ol>
      {timeline.length === most && (
        <p className="mt-5 text-muted">
          {t('These are the last {most} entries.', { most })}{' '}
          <Link to={`/sales?customer=${id}`} className="text-brand underline underline-offset-4">
            {t('All purchases')}
          </Link>
        </p>
      )}
    </section>
  )
}

function Icon({ entry }: { readonly entry: TimelineEntry }) {
  const Shown = entry.state === 'renewal' ? Repeat : icons[entry.kind]
  return (
    <span
      aria-hidden
      className={`absolute -top-0.5 left-0 grid size-8 place-items-center rounded-full ${toneOf(entry)}`}
    >
      <Shown className="size-4" />
    </span>
  )
}

function Words({ entry }: { readonly entry: TimelineEntry }) {
  const { heading, detail, standing } = entryText(entry)
  const { at, purchaseId, amount, currency, source } = entry
  const weight = entry.kind === 'mail' ? 'text-muted' : 'font-medium'
  const isOnlyShown = entry.kind === 'offer_shown' || entry.kind === 'offer_declined'
  return (
    <div className="grid gap-0.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        {purchaseId === null ? (
          <span className={weight}>{heading}</span>
        ) : (
          <Link
            to={`/sales/${purchaseId}`}
            className={`rounded underline decoration-line underline-offset-4 hover:text-brand ${weight}`}
          >
            {heading}
          </Link>
        )}
        {amount !== null && currency !== null && (
          <span className={`tabular-nums ${isOnlyShown ? 'text-muted' : 'font-medium'}`}>
            {amountText(entry, amount, currency)}
          </span>
        )}
      </span>
      {detail !== '' && (
        <span
          className={`wrap-anywhere ${keepsLines.has(entry.kind) ? 'whitespace-pre-line' : 'text-muted'}`}
        >
          {detail}
          {standing !== undefined && (
            <>
              {' · '}
              <Standing entry={entry} text={standing} />
            </>
          )}
        </span>
      )}
      {source !== null && (
        <span className="text-sm wrap-anywhere text-muted">
          {rich('Came from {source}', { source: <CameFrom source={source} /> })}
        </span>
      )}
      <span className="text-sm text-muted">
        <When at={at} />
        {writtenKinds.has(entry.kind) && entry.who !== null && ` · ${entry.who}`}
      </span>
    </div>
  )
}

/** A withdrawal that is waiting for the seller links to the page where they decide. */
function Standing({
  entry: { kind, state },
  text,
}: {
  readonly entry: TimelineEntry
  readonly text: string
}) {
  const mayDecide = useMayCall()(withdrawalsContract.listWithdrawals)
  if (kind !== 'withdrawal' || state !== 'open' || !mayDecide) return text
  return (
    <Link to="/sales/withdrawals" className="link">
      {text}
    </Link>
  )
}

/** Refunded amounts are negative. */
function amountText({ kind, state }: TimelineEntry, amount: number, currency: string): string {
  const isReturned =
    (kind === 'refund' && state !== 'failed') || (kind === 'dispute' && state !== null && isTakenBack(state))
  return isReturned ? formatAmount(-amount, currency) : formatPrice(amount, currency)
}

type NoteProps = { readonly customerId: string; readonly noteId: string }

function DeleteNote({ customerId, noteId }: NoteProps) {
  const queryClient = useQueryClient()
  const mayDelete = useMayCall()(customersContract.deleteCustomerNote)
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(customersContract.deleteCustomerNote, { params: { id: customerId, noteId } }),
    onSuccess: () => toast.success(t('Note deleted')),
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['customers'] }),
  })
  if (!mayDelete) return null
  return (
    <IconButton label={t('Delete this note')} aria-busy={isPending} onClick={() => mutate()}>
      <Trash2 aria-hidden className="size-4.5" />
    </IconButton>
  )
}

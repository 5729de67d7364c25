import { AmountRow } from '#buying/checkout/ui/price/amount-row.tsx'
import type { AddedOffer } from '../page/purchase-data.ts'
import { DownloadList } from './download-list.tsx'
import { Panel } from './panel.tsx'

/** What was added to an order, each with its sums, its files, and its undoing while there is time. */
export function AddedOffers({ offers }: { readonly offers: readonly AddedOffer[] }) {
  return (
    <Panel id="added" title="Added to your purchase">
      {offers.map((offer) => (
        <Added key={offer.purchaseId} {...offer} />
      ))}
      {offers.some(({ returned }) => returned === null) && (
        <p className="text-muted text-sm">Each appears as a separate payment on your card statement.</p>
      )}
    </Panel>
  )
}

function Added({
  title,
  path,
  rows,
  included,
  total,
  invoicePath,
  downloads,
  opens,
  returned,
  undo,
}: AddedOffer) {
  return (
    <article className="border-line grid gap-3 not-first-of-type:border-t not-first-of-type:pt-4">
      <dl className={`grid gap-2 ${returned === null ? '' : 'line-through'}`}>
        {rows.map((row, index) => (
          <AmountRow key={`${index} ${row.label}`} {...row} />
        ))}
        {total !== null && <AmountRow label="Total" amount={total} />}
        {included.map((row, index) => (
          <AmountRow key={`${index} ${row.label}`} {...row} className="text-muted text-sm" />
        ))}
      </dl>
      <p className="flex flex-wrap gap-x-5 gap-y-3 text-sm print:hidden">
        <a href={path} aria-label={`View ${title}`} className="link">
          View
        </a>
        {invoicePath !== null && (
          <a href={invoicePath} aria-label={`Invoice for ${title} as a PDF`} className="link">
            Invoice
          </a>
        )}
      </p>
      {opens !== null && <p className="text-sm">{opens}</p>}
      {downloads.length > 0 && <DownloadList downloads={downloads} />}
      {returned !== null ? (
        <p className="text-muted text-sm">{returned}</p>
      ) : (
        undo !== null && <Undoing title={title} {...undo} />
      )}
    </article>
  )
}

type UndoingProps = NonNullable<AddedOffer['undo']> & Pick<AddedOffer, 'title'>

/** A form without fields: it works without a script. */
function Undoing({ title, path, minutesLeft, endsWithOpening }: UndoingProps) {
  return (
    <form method="post" action={path} className="flex flex-wrap items-center gap-3 print:hidden">
      <button type="submit" aria-label={`Undo ${title}`} className="button-quiet px-5">
        Undo
      </button>
      <span className="text-muted text-sm">
        {`for another ${minutesLeft} ${minutesLeft === 1 ? 'minute' : 'minutes'}${endsWithOpening ? ', as long as you open none of its files' : ''}`}
      </span>
    </form>
  )
}

import { t } from '#foundation/language/t.ts'
import { AmountRow } from '#buying/checkout/ui/price/amount.tsx'
import type { AddedOffer, DownloadOnPage, VideoOnPage } from '../page/purchase-data.ts'
import { Panel } from './receipt-section.tsx'

export function DownloadList({ downloads }: { readonly downloads: readonly DownloadOnPage[] }) {
  return (
    <ul className="grid gap-3">
      {downloads.map(({ name, size, path, video }) => (
        <li key={path} className="tile grid gap-3">
          {video !== null && <LessonVideo name={name} video={video} />}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="grid min-w-0 flex-[1_1_9rem]">
              {name}
              <small className="text-muted">{sizeText(size)}</small>
            </span>
            <a
              href={path}
              aria-label={t('Download {name}', { name })}
              className="button min-h-11 px-5 print:hidden"
            >
              {t('Download')}
            </a>
          </div>
        </li>
      ))}
    </ul>
  )
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return t('{bytes, plural, one {# byte} other {# bytes}}', { bytes })
  if (bytes < 1_000_000) return t('{size} kB', { size: Math.round(bytes / 1000) })
  return bytes < 1_000_000_000
    ? t('{size} MB', { size: (bytes / 1_000_000).toFixed(1) })
    : t('{size} GB', { size: (bytes / 1e9).toFixed(2) })
}

/** A purchased video. Nothing loads before the buyer plays it, because playing may end the right of withdrawal. */
function LessonVideo({ name, video }: { readonly name: string; readonly video: VideoOnPage }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the seller's captions are below
    <video
      controls
      playsInline
      preload="none"
      aria-label={name}
      className="aspect-video w-full rounded-xl bg-black print:hidden"
    >
      <source src={video.path} type={video.type} />
      {video.captions.map(({ path, language, label }) => (
        <track
          key={path}
          kind="captions"
          src={path}
          label={label}
          {...(language !== null && { srcLang: language })}
        />
      ))}
      {t('Your browser cannot play this video. Download it instead.')}
    </video>
  )
}

export function AddedOffers({ offers }: { readonly offers: readonly AddedOffer[] }) {
  return (
    <Panel id="added" title={t('Added to your purchase')}>
      {offers.map((offer) => (
        <Added key={offer.purchaseId} {...offer} />
      ))}
      {offers.some(({ returned }) => returned === null) && (
        <p className="text-muted text-sm">{t('Each shows as a separate charge on your card statement.')}</p>
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
  documents,
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
        {total !== null && <AmountRow label={t('Total')} amount={total} />}
        {included.map((row, index) => (
          <AmountRow key={`${index} ${row.label}`} {...row} className="text-muted text-sm" />
        ))}
      </dl>
      <p className="flex flex-wrap gap-x-5 gap-y-3 text-sm print:hidden">
        <a href={path} aria-label={t('View {title}', { title })} className="link">
          {t('View')}
        </a>
        {invoicePath !== null && (
          <a href={invoicePath} aria-label={t('Invoice for {title} (PDF)', { title })} className="link">
            {t('Invoice')}
          </a>
        )}
        {documents.map((document) => (
          <a key={document.path} href={document.path} className="link">
            {document.title}
          </a>
        ))}
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

/** Uses a form, so that it works without a script. */
function Undoing({ title, path, minutesLeft: minutes, endsWithOpening }: UndoingProps) {
  return (
    <form method="post" action={path} className="flex flex-wrap items-center gap-3 print:hidden">
      <button type="submit" aria-label={t('Undo {title}', { title })} className="button-quiet px-5">
        {t('Undo')}
      </button>
      <span className="text-muted text-sm">
        {endsWithOpening
          ? t(
              'You can undo this for {minutes, plural, one {# more minute} other {# more minutes}}, as long as you open none of its files.',
              { minutes },
            )
          : t('You can undo this for {minutes, plural, one {# more minute} other {# more minutes}}.', {
              minutes,
            })}
      </span>
    </form>
  )
}

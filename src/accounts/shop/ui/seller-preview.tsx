import { t } from '#foundation/language/t.ts'
import { light } from '#foundation/http/pages/palette.ts'
import { type Party, partyLines } from '#accounts/invoice-details/party.ts'

type Props = { readonly seller: Party; readonly note: string | null }

/** The seller as an invoice prints them, as they are being edited. */
export function SellerPreview({ seller, note }: Props) {
  return (
    <figure className="rounded-2xl bg-sunken p-4 sm:p-6">
      <figcaption className="mb-3 text-sm text-muted">{t('Your invoices')}</figcaption>
      {/* An invoice is white paper, also in the dark. */}
      <div
        aria-hidden
        className="mx-auto grid max-w-sm gap-4 rounded-xl p-5 wrap-anywhere shadow-card sm:p-6"
        style={{ background: light.surface, color: light.ink }}
      >
        <div className="flex items-baseline justify-between gap-4">
          <p className="text-xl font-bold">{t('Invoice')}</p>
          <p className="text-sm" style={{ color: light.muted }}>
            20261130-110FB8C2
          </p>
        </div>
        <div className="text-sm leading-relaxed">
          {partyLines(seller).map((line, index) => (
            <p key={index} className={index === 0 ? 'font-semibold' : ''}>
              {line}
            </p>
          ))}
        </div>
        {note !== null && note !== '' && (
          <p
            className="border-t pt-3 text-xs whitespace-pre-line"
            style={{ borderColor: light.line, color: light.muted }}
          >
            {note}
          </p>
        )}
      </div>
    </figure>
  )
}

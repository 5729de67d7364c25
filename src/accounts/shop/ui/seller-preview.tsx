import { t } from '#foundation/language/t.ts'
import { light } from '#foundation/http/pages/palette.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { type Party, partyLines } from '#accounts/invoice-details/party.ts'

type Props = { readonly seller: Party; readonly note: string | null }

const sampleNet = formatAmount(4900, 'usd')
const sampleTax = formatAmount(980, 'usd')
const sampleTotal = formatAmount(5880, 'usd')

/** Previews the seller's details on an invoice while they are edited. */
export function SellerPreview({ seller, note }: Props) {
  return (
    <figure className="rounded-2xl bg-sunken p-4">
      <figcaption className="mb-3 text-sm text-muted">{t('Your invoices')}</figcaption>
      {/* An invoice is white paper, even in dark mode. */}
      <div
        aria-hidden
        className="mx-auto grid max-w-sm gap-4 rounded-xl p-5 wrap-anywhere shadow-card"
        style={{ background: light.surface, color: light.ink }}
      >
        <div className="flex items-baseline justify-between gap-4">
          <p className="text-xl font-bold">{t('Invoice')}</p>
          <p className="text-sm" style={{ color: light.muted }}>
            {new Date().getFullYear()}-00001
          </p>
        </div>
        <div className="text-sm leading-relaxed">
          {partyLines(seller).map((line, index) => (
            <p key={index} className={index === 0 ? 'font-semibold' : ''}>
              {line}
            </p>
          ))}
        </div>
        <div className="grid gap-1.5 border-t pt-3 text-sm tabular-nums" style={{ borderColor: light.line }}>
          <Line name={t('Watercolor for beginners')} amount={sampleNet} />
          <Line name={t('Tax')} amount={sampleTax} />
          <div className="border-t pt-1.5 font-semibold" style={{ borderColor: light.line }}>
            <Line name={t('Total')} amount={sampleTotal} />
          </div>
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

function Line({ name, amount }: { readonly name: string; readonly amount: string }) {
  return (
    <p className="flex justify-between gap-4">
      <span className="min-w-0">{name}</span>
      <span>{amount}</span>
    </p>
  )
}

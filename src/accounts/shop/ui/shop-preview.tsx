import { t } from '#foundation/language/t.ts'
import { brandColors } from '#foundation/http/pages/brand-colors.ts'
import { light } from '#foundation/http/pages/palette.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Shop } from '../contract.ts'
import { shopFonts } from '../fonts.ts'

type Props = Pick<Shop, 'name' | 'logo' | 'wideLogo' | 'brandColor' | 'font'> & {
  readonly contactEmail: string
}

const samplePrice = formatAmount(4900, 'usd')

/** Previews a receipt in the shop's look while it is edited. */
export function ShopPreview({ name, contactEmail, logo, wideLogo, brandColor, font }: Props) {
  const { color, onColor, edge, accent } = brandColors(brandColor ?? light.ink)
  const shownName = name.trim() === '' ? t('Your shop') : name
  return (
    <figure className="rounded-2xl bg-sunken p-4">
      <figcaption className="mb-3 text-sm text-muted">{t('Your receipts')}</figcaption>
      {/* Emails are mostly read on white, so the preview stays light in dark mode. */}
      <div
        aria-hidden
        className="mx-auto grid max-w-sm gap-4 rounded-xl p-5 shadow-card"
        style={{ background: light.surface, color: light.ink, fontFamily: shopFonts[font].family }}
      >
        {wideLogo === null ? (
          <p className="flex min-w-0 items-center gap-2.5 font-semibold" style={{ color: accent }}>
            {logo !== null && <img src={logo} alt="" className="size-9 rounded-lg object-contain" />}
            <span className="min-w-0 wrap-anywhere">{shownName}</span>
          </p>
        ) : (
          <img src={wideLogo} alt="" className="h-9 max-w-full justify-self-start object-contain" />
        )}
        <p className="text-xl font-bold">{t('Thank you, Ines!')}</p>
        <p
          className="flex justify-between gap-4 border-t pt-3 tabular-nums"
          style={{ borderColor: light.line }}
        >
          <span>{t('Watercolor for beginners')}</span>
          <span className="font-semibold">{samplePrice}</span>
        </p>
        <span
          className="justify-self-start rounded-lg border px-4 py-2.5 font-semibold"
          style={{ background: color, borderColor: edge, color: onColor }}
        >
          {t('View your purchase')}
        </span>
        {contactEmail.trim() !== '' && (
          <p className="text-sm wrap-anywhere" style={{ color: light.muted }}>
            {t('Questions? {email}', { email: contactEmail.trim() })}
          </p>
        )}
      </div>
    </figure>
  )
}

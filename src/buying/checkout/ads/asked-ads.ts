import { opensExtras } from '#accounts/billing/gates/gates.ts'
import type { AdPlatform } from '#foundation/db/tables/webhook-endpoints.ts'
import { t } from '#foundation/language/t.ts'
import type { Order } from '#payments/purchases/charge/charge-purchase.ts'
import type { PayFormBody } from '../contract.ts'
import { clicksIn } from './ad-clicks.ts'

export const adPlatformNames: Readonly<Record<AdPlatform, string>> = { meta: 'Meta', tiktok: 'TikTok' }

/** The parts of a form that decide whether its page asks to share the order with ad platforms. */
type AskingForm = {
  readonly sellerName: string
  readonly sellerPlan: string | null
  readonly adPlatforms: readonly AdPlatform[]
}

/** The words of the consent to share the order with the shop's ad platforms, or null if the shop has none. */
export function adsConsentText({ sellerName, sellerPlan, adPlatforms }: AskingForm): string | null {
  if (adPlatforms.length === 0 || sellerPlan === null || !opensExtras(sellerPlan)) return null
  return t(
    'Optional: {sellerName} may tell its ad platforms ({platforms}) what I buy here and for how much, with my email address as a code, my country, my browser’s name and version, and the ad I clicked, so that they can recognize me.',
    { sellerName, platforms: adPlatforms.map((platform) => adPlatformNames[platform]).join(', ') },
  )
}

/**
 * The consent that a buyer gave on the page. A consent in other words than today's, because the shop has changed its
 * name or its ad platforms meanwhile, does not count, but does not prevent the order either.
 */
export function adsConsentIn(
  form: AskingForm,
  { adsConsent, clicks }: Pick<NonNullable<PayFormBody['details']>, 'adsConsent' | 'clicks'> = {},
  { browser, locale }: { readonly browser: string; readonly locale: string },
): NonNullable<Order['consents']> {
  const text = adsConsentText(form)
  if (text === null || adsConsent !== text) return []
  const { adPlatforms } = form
  return [
    { kind: 'ads', text, locale, shared: { with: adPlatforms, browser, clicks: clicksIn(clicks ?? '') } },
  ]
}

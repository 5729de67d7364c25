import { t } from '#foundation/language/t.ts'
import { shopFonts } from '#accounts/shop/fonts.ts'
import { spokenAddress, type ShopFace } from '#accounts/shop/shop-face.ts'
import { pngOf } from '#accounts/uploads/pictures/picture-sources.ts'
import type { ShopFont } from '#foundation/db/tables/identity.ts'
import type { Config } from '#foundation/config/config.ts'
import type { MailBrand } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { brandColors, brandColorsInDark } from '#foundation/http/pages/brand-colors.ts'
import { light } from '#foundation/http/pages/palette.ts'
import { shopLook, type Look } from './page-theme.ts'

/** A shop's brand, as read together with a form. */
export type BrandedShop = Omit<ShopFace, 'name'> & {
  readonly sellerName: string
  readonly brandColor: string | null
  readonly font: ShopFont
}

/** The shop that sells a form, with its current look. */
export function shopOf({
  sellerName,
  logo,
  wideLogo,
  contactEmail,
  website,
}: Omit<BrandedShop, 'brandColor' | 'font'>): ShopFace {
  return { name: sellerName, logo, wideLogo, contactEmail, website }
}

/** The look of a page for buyers: the shop's color if it has one, or else the form's. */
export function lookOf(receipt: BrandedShop & Pick<Look, 'themeColor' | 'buttonTextColor'>): Look {
  const { themeColor, buttonTextColor, brandColor } = receipt
  const look = shopLook(receipt)
  return brandColor === null ? { ...look, themeColor, buttonTextColor } : look
}

/** The shop's color and the color of text on it. By default the color is ink. */
export function colorsOf({ brandColor }: Pick<BrandedShop, 'brandColor'>) {
  return brandColors(brandColor ?? light.ink)
}

/**
 * A message to a buyer in the shop's name, with its logo and its color, or else the form's color. Replies go to the
 * shop. Names are already plain text.
 */
export function fromShop(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  shop: BrandedShop & { readonly themeColor?: string },
  message: Message,
): Message {
  const { name, logo, wideLogo, contactEmail, website } = shopOf(shop)
  const picture = wideLogo ?? logo
  const brandColor = shop.brandColor ?? shop.themeColor ?? light.ink
  const brand: MailBrand = {
    name,
    logo: picture === null ? null : { url: publicUrl + pngOf(picture), saysName: wideLogo !== null },
    fontFamily: shopFonts[shop.font].family,
    colors: { light: brandColors(brandColor), dark: brandColorsInDark(brandColor) },
    contactEmail,
    website: website === null ? null : { label: spokenAddress(website), url: website },
  }
  const foot = [
    '',
    name,
    ...(contactEmail === null ? [] : [t('Questions? Write to {email}', { email: contactEmail })]),
    ...(website === null ? [] : [website]),
  ]
  return {
    ...message,
    ...(contactEmail === null ? {} : { replyTo: contactEmail }),
    text: [message.text, ...foot].join('\n'),
    body: { ...message.body, brand },
  }
}

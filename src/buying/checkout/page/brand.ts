import { shopFonts } from '#accounts/shop/fonts.ts'
import { spokenAddress, type ShopFace } from '#accounts/shop/shop-face.ts'
import { pngOf } from '#accounts/uploads/pictures/picture-sources.ts'
import type { ShopFont } from '#foundation/db/tables/identity.ts'
import type { Config } from '#foundation/config/config.ts'
import type { MailBrand } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { light } from '#foundation/http/pages/palette.ts'
import { brandColors, brandColorsInDark, shopLook, type Look } from './page-theme.ts'

/** A shop as it is read with what it sells. */
export type BrandedShop = Omit<ShopFace, 'name'> & {
  readonly sellerName: string
  readonly brandColor: string | null
  readonly font: ShopFont
}

/** The shop that sells it, as it shows itself now. */
export function shopOf({
  sellerName,
  logo,
  wideLogo,
  contactEmail,
  website,
}: Omit<BrandedShop, 'brandColor' | 'font'>): ShopFace {
  return { name: sellerName, logo, wideLogo, contactEmail, website }
}

/** How its page looks: as the shop, where that has a color of its own, else as the form that it was bought with. */
export function lookOf(receipt: BrandedShop & Pick<Look, 'themeColor' | 'buttonTextColor'>): Look {
  const { themeColor, buttonTextColor, brandColor } = receipt
  const look = shopLook(receipt)
  return brandColor === null ? { ...look, themeColor, buttonTextColor } : look
}

/** The shop's own color and what is read on it; ink where it has chosen none. */
export function colorsOf({ brandColor }: Pick<BrandedShop, 'brandColor'>) {
  return brandColors(brandColor ?? light.ink)
}

/** A message to a buyer as the shop's: with its face, and with answers going to it. Names are plain already. */
export function fromShop(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  shop: BrandedShop,
  message: Message,
): Message {
  const { name, logo, wideLogo, contactEmail, website } = shopOf(shop)
  const picture = wideLogo ?? logo
  const brand: MailBrand = {
    name,
    logo: picture === null ? null : { url: publicUrl + pngOf(picture), saysName: wideLogo !== null },
    fontFamily: shopFonts[shop.font].family,
    colors: { light: colorsOf(shop), dark: brandColorsInDark(shop.brandColor ?? light.ink) },
    contactEmail,
    website: website === null ? null : { label: spokenAddress(website), url: website },
  }
  const foot = [
    '',
    name,
    ...(contactEmail === null ? [] : [`Questions? Write to ${contactEmail}`]),
    ...(website === null ? [] : [website]),
  ]
  return {
    ...message,
    ...(contactEmail === null ? {} : { replyTo: contactEmail }),
    text: [message.text, ...foot].join('\n'),
    body: { ...message.body, brand },
  }
}

import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { spokenAddress, type ShopFace } from '#accounts/shop/shop-face.ts'
import { pictureIn } from '#accounts/uploads/pictures/picture-sources.ts'
import { mailLink } from '#foundation/typed/mail-link.ts'
import { webAddress } from './web-address.ts'

type ShopHeadProps = { readonly shop: ShopFace; readonly className?: string }

/** The shop's header: its wide logo, which contains the name, or the square logo with the name next to it. */
export function ShopHead({ shop: { name, logo, wideLogo }, className = '' }: ShopHeadProps) {
  if (wideLogo !== null) {
    return (
      <img
        src={pictureIn(wideLogo, 640)}
        alt={name}
        className={`plated -ms-2 h-16 w-auto max-w-full object-contain object-left p-2 rtl:object-right ${className}`}
      />
    )
  }
  return (
    <p className={`flex items-center gap-3 font-semibold wrap-anywhere ${className}`}>
      {logo !== null && (
        <img src={pictureIn(logo, 320)} alt="" className="plated size-10 shrink-0 object-cover" />
      )}
      <span translate="no" className="min-w-0">
        {name}
      </span>
    </p>
  )
}

type Contact = Pick<ShopFace, 'contactEmail' | 'website'>

type WaysOnProps = {
  readonly shop: Contact
  /** The path of the shop's buyer portal. */
  readonly portal: string
  /** The page has a more important button. */
  readonly isQuiet?: boolean
  readonly className?: string
}

/** Links for buyers on a page without anything to buy. The linked pages cannot be shown in a frame. */
export function WaysOn({ shop, portal, isQuiet = false, className = '' }: WaysOnProps) {
  const site = webAddress(shop.website)
  return (
    <div className={`grid gap-4 ${className}`}>
      <p className="flex flex-wrap gap-2">
        {site !== null && (
          <a
            href={site.href}
            target="_top"
            rel="noreferrer"
            className={`${isQuiet ? 'button-quiet' : 'button'} flex min-h-11 items-center px-4 py-2 text-sm wrap-anywhere`}
          >
            {t('Visit {site}', { site: site.host })}
          </a>
        )}
        <a href={portal} target="_top" className="button-quiet flex min-h-11 items-center px-4 text-sm">
          {t('Your purchases')}
        </a>
      </p>
      <ShopContact shop={{ contactEmail: shop.contactEmail, website: null }} />
    </div>
  )
}

/** The shop's contact details, or nothing if it has given none. */
export function ShopContact({ shop: { contactEmail, website } }: { readonly shop: Contact }) {
  const site = webAddress(website)
  if (contactEmail === null && site === null) return null
  return (
    <p className="text-muted text-sm wrap-anywhere">
      {contactEmail !== null && (
        <>
          {rich('Questions? Write to {email}', {
            email: (
              <a href={mailLink(contactEmail)} translate="no" className="link">
                {contactEmail}
              </a>
            ),
          })}
        </>
      )}
      {contactEmail !== null && site !== null && ' · '}
      {site !== null && (
        <a href={site.href} rel="noreferrer" translate="no" className="link">
          {spokenAddress(site.href)}
        </a>
      )}
    </p>
  )
}

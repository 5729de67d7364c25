import type { FastifyReply } from 'fastify'
import { t } from '#foundation/language/t.ts'
import { type BrandedShop, shopOf } from '#buying/checkout/page/brand.ts'
import { shopLook } from '#buying/checkout/page/page-theme.ts'
import { sendPlainPage } from '#buying/checkout/page/plain-page.ts'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { hasFunctions, type RendererSource } from '#foundation/http/pages/open-renderer.ts'
import type { PortalPageData } from './page-data.ts'

/** Sends a page of the buyer portal. `shop` is undefined if it does not exist or cannot be read now. */
export type SendPortal = (
  reply: FastifyReply,
  page: PortalPageData,
  shop: BrandedShop | undefined,
  status?: number,
) => FastifyReply

/** A portal page has the look of its shop and runs no script. */
export function createSendPortal(markup: () => PortalMarkup, isSecure: boolean): SendPortal {
  return (reply, page, shop, status = 200) => {
    const { renderPortal, styleSheet } = markup()
    const title = page.kind === 'notice' ? page.title : t('Your purchases')
    const [face, look] = shop === undefined ? [null, {}] : [shopOf(shop), { look: shopLook(shop) }]
    const [body, styles] = [renderPortal(page, face), styleSheet()]
    return sendPlainPage(
      reply,
      { title, styles, body, status, referrerPolicy: 'same-origin', ...look },
      isSecure,
    )
  }
}

type PortalMarkup = {
  readonly renderPortal: (page: PortalPageData, shop: ShopFace | null) => string
  readonly styleSheet: () => string
}

export const portalRenderer: RendererSource = { name: 'portal', entry: 'src/buying/portal/ui/render.tsx' }

export function isPortalMarkup(module: unknown): module is PortalMarkup {
  return hasFunctions(module, ['renderPortal', 'styleSheet'])
}

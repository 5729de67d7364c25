import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { hasFunctions, type RendererSource } from '#foundation/http/pages/open-renderer.ts'
import type { PortalPageData } from './page-data.ts'

/** What `ui/render.tsx` offers: the markup of a document's body, and its style rules. */
export type PortalMarkup = {
  /** `shop`: whose portal it is; null: nobody's. */
  readonly renderPortal: (page: PortalPageData, shop: ShopFace | null) => string
  readonly styleSheet: () => string
}

export const portalRenderer: RendererSource = { name: 'portal', entry: 'src/buying/portal/ui/render.tsx' }

export function isPortalMarkup(module: unknown): module is PortalMarkup {
  return hasFunctions(module, ['renderPortal', 'styleSheet'])
}

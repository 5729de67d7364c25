import { renderToStaticMarkup } from 'react-dom/server'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { PortalPageData } from '../page-data.ts'
import { PortalPage } from './portal-page.tsx'
import styles from './page.css?inline'

export function renderPortal(page: PortalPageData, shop: ShopFace | null): string {
  return renderToStaticMarkup(<PortalPage page={page} shop={shop} />)
}

/** The style sheet is inlined, because a page without a script has no browser build. */
export function styleSheet(): string {
  return styles
}

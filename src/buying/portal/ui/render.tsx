import { renderToStaticMarkup } from 'react-dom/server'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { PortalPageData } from '../page-data.ts'
import { PortalPage } from './portal-page.tsx'
import styles from './page.css?inline'

/** The markup of a page of the buyer portal, complete as it is. */
export function renderPortal(page: PortalPageData, shop: ShopFace | null): string {
  return renderToStaticMarkup(<PortalPage page={page} shop={shop} />)
}

/** Its style rules: without a script, there is no build for the browser that they could come with. */
export function styleSheet(): string {
  return styles
}

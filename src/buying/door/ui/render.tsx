import { renderToStaticMarkup } from 'react-dom/server'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { DoorPageData } from '../page-data.ts'
import { DoorPage } from './door-page.tsx'
import styles from './page.css?inline'

/** The markup of a page of the buyer's door, complete as it is. */
export function renderDoor(page: DoorPageData, shop: ShopFace | null): string {
  return renderToStaticMarkup(<DoorPage page={page} shop={shop} />)
}

/** Its style rules: without a script, there is no build for the browser that they could come with. */
export function styleSheet(): string {
  return styles
}

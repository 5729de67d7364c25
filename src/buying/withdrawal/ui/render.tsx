import { renderToStaticMarkup } from 'react-dom/server'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import type { WithdrawalPageData } from '../page-data.ts'
import styles from './page.css?inline'
import { WithdrawalPage } from './withdrawal-page.tsx'

export function renderWithdrawal(page: WithdrawalPageData, shop: ShopFace | null): string {
  return renderToStaticMarkup(<WithdrawalPage page={page} shop={shop} />)
}

/** The page's style rules. They are inlined, because a page without a script has no browser build. */
export function styleSheet(): string {
  return styles
}

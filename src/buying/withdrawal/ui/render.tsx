import { renderToStaticMarkup } from 'react-dom/server'
import type { WithdrawalPageData } from '../page-data.ts'
import styles from './page.css?inline'
import { WithdrawalPage } from './withdrawal-page.tsx'

export function renderWithdrawal(page: WithdrawalPageData): string {
  return renderToStaticMarkup(<WithdrawalPage page={page} />)
}

/** Its style rules, sent inline because a page without a script has no browser build. */
export function styleSheet(): string {
  return styles
}

import { renderToStaticMarkup } from 'react-dom/server'
import type { WithdrawalPageData } from '../page-data.ts'
import styles from './page.css?inline'
import { WithdrawalPage } from './withdrawal-page.tsx'

/** The markup of a page of withdrawals, complete as it is. */
export function renderWithdrawal(page: WithdrawalPageData): string {
  return renderToStaticMarkup(<WithdrawalPage page={page} />)
}

/** Its style rules: without a script, there is no build for the browser that they could come with. */
export function styleSheet(): string {
  return styles
}

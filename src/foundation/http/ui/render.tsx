import { renderToStaticMarkup } from 'react-dom/server'
import type { PlainPageData } from '../pages/plain-page-data.ts'
import { PlainPage } from './plain-page.tsx'

/** The markup of a plain page, for the server. */
export function renderPlainPage(page: PlainPageData): string {
  return renderToStaticMarkup(<PlainPage page={page} />)
}

import { isTimed } from '#buying/checkout/page/page-kinds.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { LatePartsLoader } from './late/load-late.ts'
import { parsePageData } from './read-page-data.ts'

/**
 * The page as the server would show it now, or null if it no longer exists. A new price may come from a timer or from
 * the seller, who may have changed the extras too, so all of the page's data is read. Includes the components that the
 * new page needs, if the old one had no timer or recurring price.
 */
export async function readPageAgain(late: LatePartsLoader): Promise<PaymentPageData | null> {
  const response = await fetch(window.location.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
  if (!response.ok) return null
  const data = parsePageData(/ id="page-data">([^<]*)</.exec(await response.text())?.[1])
  if (data !== null && isTimed(data)) await late.load()
  return data
}

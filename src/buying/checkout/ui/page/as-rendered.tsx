import type { ComponentType } from 'react'
import type { PaymentPageData } from '../../page/page-data.ts'

/** Leaves an element's HTML from the server unchanged. This needs no script, because nothing is ever inserted. */
export const asRendered = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const

/** An element's content. The browser does not load the `Part` and leaves its HTML from the server unchanged. */
export function contentOf(
  Part: ComponentType<{ readonly data: PaymentPageData }> | undefined,
  data: PaymentPageData,
) {
  return Part ? { children: <Part data={data} /> } : asRendered
}

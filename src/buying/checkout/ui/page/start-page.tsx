import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PaymentPageData } from '../../page/page-data.ts'
import { shownScheme } from '../../page/color-scheme.ts'
import { reportTo, postToEmbedder } from './embedder.ts'
import { createLatePartsLoader } from './late/load-late.ts'
import { captureEarly, switchLanguage } from './reload-page.ts'
import { parseNotice, parsePageData } from './read-page-data.ts'

/** Hydrates the page in the document. */
export function startPage(Page: ComponentType<{ readonly initial: PaymentPageData }>): void {
  const root = document.getElementById('root')
  const text = document.getElementById('page-data')?.textContent
  const data = parsePageData(text)
  const notice = parseNotice(text)
  document.getElementById('unstarted')?.remove()
  if (root !== null && data !== null) {
    captureEarly(document.querySelector('form'))
    // Elements that a translation program or an extension has changed are rendered again. This is not an error.
    hydrateRoot(root, <Page initial={data} />, { onRecoverableError: () => undefined })
  }
  if (root !== null && notice !== null) {
    // A notice is complete without a script, which only redirects the visitor.
    const { load } = createLatePartsLoader()
    void load().then(({ Notice }) => hydrateRoot(root, <Notice notice={notice} />))
  }
  document.getElementById('languages')?.addEventListener('click', switchLanguage)
  if (data !== null) postToEmbedder({ scheme: shownScheme(data.form.colorScheme, true) })
  if (root !== null) reportTo(root)
}

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
  document.getElementById('unstarted')?.remove()
  document.getElementById('languages')?.addEventListener('click', switchLanguage)
  const root = document.getElementById('root')
  if (root === null) return
  reportTo(root)
  const text = document.getElementById('page-data')?.textContent
  const data = parsePageData(text)
  if (data === null) return startNotice(root, text)
  captureEarly(document.querySelector('form'))
  // Elements that a translation program or an extension has changed are rendered again. This is not an error.
  hydrateRoot(root, <Page initial={data} />, { onRecoverableError: () => undefined })
  postToEmbedder({ scheme: shownScheme(data.form.colorScheme, true) })
}

/** A notice is complete without a script, which only redirects the visitor. */
function startNotice(root: HTMLElement, text: string | null | undefined): void {
  const notice = parseNotice(text)
  if (notice === null) return
  const { load } = createLatePartsLoader()
  void load().then(({ Notice }) => hydrateRoot(root, <Notice notice={notice} />))
}

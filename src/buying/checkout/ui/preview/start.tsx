import '../page/page.css'
import { createRoot } from 'react-dom/client'
import { blockStyle } from '../../page/block-style.ts'
import { pictureStyle } from '../../page/picture-style.ts'
import { themeStyle } from '../../page/page-theme.ts'
import { preserveTexts } from '#web/kit/browser/preserve-texts.ts'
import type { PreviewMessage } from '../../page/preview/preview-message.ts'
import { registerSpeech } from '../page/page-words.ts'
import { PreviewPage } from './preview-page.tsx'
import { isPreviewMessage } from './read-message.ts'

preserveTexts()
registerSpeech(JSON.parse(document.getElementById('page-data')?.textContent ?? 'null'))
const place = document.getElementById('root')
const root = place === null ? null : createRoot(place)
const theme = new CSSStyleSheet()
document.adoptedStyleSheets = [theme]

// Only the editor around this document can send it content.
window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
  if (origin !== window.location.origin || source !== window.parent) return
  if (isPreviewMessage(data)) show(data)
})

function show(message: PreviewMessage): void {
  const { form, font } = message.data
  theme.replaceSync(themeStyle({ ...form, font, scheme: message.scheme }) + pictureStyle(form) + blockStyle)
  // Rounded to whole seconds, so that the clock does not restart with each message.
  const offset = Math.round((message.data.quote.issuedAt - Date.now()) / 1000) * 1000
  root?.render(<PreviewPage message={message} offset={offset} />)
}

import { html, type Html } from '#foundation/http/html.ts'
import { downloadPath, downloadsOf } from './downloads.ts'
import type { Receipt } from './store.ts'

/** The files of a purchase, at addresses made now; undefined where it has none. */
export function downloadList(receipt: Receipt, secret: string, now: Date): Html | undefined {
  const downloads = downloadsOf(receipt)
  if (downloads.length === 0) return undefined
  const items = downloads.map(
    ({ id, name, size }) =>
      html`<li>
        <span>${name}<small class="muted">${sizeText(size)}</small></span>
        <a class="button" href="${downloadPath(secret, receipt.id, id, now)}" aria-label="Download ${name}"
          >Download</a
        >
      </li>`,
  )
  return html`<ul>
    ${items}
  </ul>`
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

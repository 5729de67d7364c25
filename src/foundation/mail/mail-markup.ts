import { hasFunctions, openRenderer, type FrontEnd } from '#foundation/http/pages/open-renderer.ts'
import type { RenderMail } from './mail-body.ts'
import type { OutboxMail, OutboxRow } from './outbox-data.ts'

/** What `ui/render.tsx` offers: mails as HTML, and the pages that show them in development. */
export type MailMarkup = {
  readonly renderMail: RenderMail
  readonly renderOutbox: (mails: readonly OutboxRow[]) => string
  readonly renderOutboxMail: (mail: OutboxMail) => string
}

const source = { name: 'mail', entry: 'src/foundation/mail/ui/render.tsx' } as const

/** Opens what makes the HTML of mails; each use asks for it anew. */
export async function openMailMarkup(files: FrontEnd): Promise<() => MailMarkup> {
  return openRenderer(files, source, isMailMarkup)
}

function isMailMarkup(module: unknown): module is MailMarkup {
  return hasFunctions(module, ['renderMail', 'renderOutbox', 'renderOutboxMail'])
}

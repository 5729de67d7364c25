import { html } from '#foundation/http/html.ts'
import { mailButton, mailDocument } from '#foundation/mail/mail-document.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

/** A mail about an account, in our own words; whatever people typed goes through `plainName` before. */
export type Letter = {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly end: string
}

/** As text and as HTML; it is not stored, because it may carry a key, or repeats what stands elsewhere. */
export function writeLetter(name: string, { subject, heading, paragraphs, button, end }: Letter): Message {
  const text = [`Hello ${name},`, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), end]
  const body = html`<p style="margin:0 0 12px">Hello ${name},</p>
    ${paragraphs.map((paragraph) => html`<p style="margin:0 0 12px">${paragraph}</p>`)}
    ${button === undefined ? '' : mailButton(button.label, button.url)}
    <p style="margin:16px 0 0;color:#6b6375;font-size:13px">${end}</p>`
  return { subject, text: text.join('\n\n'), html: mailDocument(heading, body), isTransient: true }
}

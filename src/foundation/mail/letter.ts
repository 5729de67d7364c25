import { button as mailButton, small, text as paragraph } from './mail-body.ts'
import type { Message } from './send-mails.ts'

/** A mail about an account or a team, in our own words; whatever people typed goes through `plainName` before. */
export type Letter = {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly end: string
}

/** The mail; it is not stored, because it may carry a key, or repeats what stands elsewhere. */
export function writeLetter(name: string, { subject, heading, paragraphs, button, end }: Letter): Message {
  const text = [`Hello ${name},`, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), end]
  return {
    subject,
    text: text.join('\n\n'),
    body: {
      heading,
      parts: [
        paragraph(`Hello ${name},`),
        ...paragraphs.map(paragraph),
        ...(button ? [mailButton(button.label, button.url)] : []),
        small(end),
      ],
    },
    isTransient: true,
  }
}

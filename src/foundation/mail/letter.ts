import { t } from '#foundation/language/t.ts'
import { button as mailButton, small, text as paragraph } from './mail-body.ts'
import type { Message } from './send-mails.ts'

/**
 * An email about an account or a team. All words are ours, and text that people typed goes through
 * `plainName` first.
 */
export type Letter = {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly end: string
}

/** An email that is not stored, because it can contain a key or only repeats data stored elsewhere. */
export function writeLetter(name: string, { subject, heading, paragraphs, button, end }: Letter): Message {
  const hello = t('Hello {name},', { name })
  const text = [hello, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), end]
  return {
    subject,
    text: text.join('\n\n'),
    body: {
      heading,
      parts: [
        paragraph(hello),
        ...paragraphs.map(paragraph),
        ...(button ? [mailButton(button.label, button.url)] : []),
        small(end),
      ],
    },
    isTransient: true,
  }
}

import { say, t } from '#foundation/language/t.ts'
import { small, type MailPart } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { unsubscribeUrl, type Ended } from './unsubscribe-link.ts'
import { unsubscribingTexts } from './unsubscribing-texts.ts'

export type Addresses = { readonly authSecret: string; readonly publicUrl: string }

/** Adds the unsubscribe part to a notification. It is never stored, because the link is a key. */
export function withUnsubscribing(
  message: Message,
  addresses: Addresses,
  userId: string,
  what: Ended,
): Message {
  const url = unsubscribeUrl(addresses, userId, what)
  const settings = `${addresses.publicUrl}/settings/notifications`
  const why = say(unsubscribingTexts[what].why)
  const [unsubscribe, choose] = [t('Unsubscribe'), t('Notification settings')]
  const parts: MailPart[] = [
    ...message.body.parts,
    small(why),
    {
      kind: 'links',
      links: [
        { label: unsubscribe, url },
        { label: choose, url: settings },
      ],
      isSmall: true,
    },
  ]
  return {
    ...message,
    text: [message.text, '', why, `${unsubscribe}: ${url}`, `${choose}: ${settings}`].join('\n'),
    body: { ...message.body, parts },
    unsubscribeUrl: url,
    isTransient: true,
  }
}

import { inLanguage } from '#foundation/language/t.ts'
import type { Writers } from './send-mails.ts'
import type { OutgoingMail } from './store.ts'

/** Makes writers use the language of their email's reader. Without this, emails are in English. */
export function inLanguages(
  writers: Writers,
  languageOf: (mail: OutgoingMail) => Promise<string> | string,
): Writers {
  return Object.fromEntries(
    Object.entries(writers).map(([kind, write]): [string, Writers[string]] => [
      kind,
      async (mail) => {
        const language = await languageOf(mail)
        const message = await inLanguage(language, () => write(mail))
        return { ...message, body: { ...message.body, language } }
      },
    ]),
  )
}

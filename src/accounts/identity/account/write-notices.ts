import type { Kysely } from 'kysely'
import type { Config } from '#foundation/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import { noticeData, securityNews, whenAndWhere, type SecurityNews } from '../notify.ts'
import { writeLetter } from './letter.ts'
import { findUser } from './store.ts'

type Notice = { readonly title: string; readonly what: (subject: string) => string }

/** What each mail says; its title is subject and heading. `subject` is what the person called the thing. */
const notices: Readonly<Record<SecurityNews, Notice>> = {
  'password-changed': {
    title: 'Your password was changed',
    what: () => 'Your account has a new password, and its other sessions have ended.',
  },
  'email-change-asked': {
    title: 'Another e-mail address was asked for',
    what: () =>
      'Your account is to be reached at another address. It changes when that address has been confirmed.',
  },
  'email-changed': {
    title: 'Your e-mail address was changed',
    what: () => 'Your account is reached at another address from now on, and not at this one.',
  },
  'second-factor-on': {
    title: 'Two-factor authentication was switched on',
    what: () =>
      'Signing in asks for a code of your authenticator app from now on. Keep your recovery codes in a safe place.',
  },
  'second-factor-off': {
    title: 'Two-factor authentication was switched off',
    what: () => 'Signing in asks for your password alone from now on.',
  },
  'recovery-codes-renewed': {
    title: 'Your recovery codes were replaced',
    what: () => 'Your account has new recovery codes. The ones that you had do not work any more.',
  },
  'recovery-code-used': {
    title: 'A recovery code was used',
    what: (left) =>
      `Somebody signed in to your account with one of your recovery codes. ${codesLeft(left)} left.`,
  },
  'passkey-added': {
    title: 'A passkey was added',
    what: (name) => `The passkey “${name}” can sign in to your account from now on.`,
  },
  'passkey-removed': {
    title: 'A passkey was removed',
    what: (name) => `The passkey “${name}” can not sign in to your account any more.`,
  },
  'issuer-connected': {
    title: 'A way to sign in was added',
    what: (name) => `Your account was connected with ${name}, and you can sign in there from now on.`,
  },
  'sessions-ended': {
    title: 'Your other devices were signed out',
    what: () => 'Your account was signed out on the devices where it was open.',
  },
  'additions-ended': {
    title: 'What was added to your account before has ended',
    what: () =>
      'Your address was confirmed for the first time. What was added to your account before that has ended, since somebody else could have added it: passkeys, two-factor authentication, connected sign-ins and invitations. Add again what is yours.',
  },
  'new-sign-in': {
    title: 'Somebody signed in on a new device',
    what: () => 'Your account was opened in a browser that it had not been opened in before.',
  },
}

/** The writers of the mails that tell of changes to an account, by their kinds. They carry no key, only plain links. */
export function noticeWriters(db: Kysely<Database>, addresses: Pick<Config, 'publicUrl'>): Writers {
  const writers: [string, Writers[string]][] = securityNews.map((news) => [
    `account-${news}`,
    (mail) => writeNotice(db, addresses, news, mail),
  ])
  return Object.fromEntries<Writers[string]>(writers)
}

async function writeNotice(
  db: Kysely<Database>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  news: SecurityNews,
  { userId, data }: { readonly userId: string | null; readonly data: unknown },
): Promise<Message> {
  const { subject } = noticeData.parse(data)
  const { title, what } = notices[news]
  // The old address can't be used to set a password any more.
  const isMoved = news === 'email-changed'
  return writeLetter(plainName((await findUser(db, userId ?? '')).name), {
    subject: title,
    heading: title,
    paragraphs: [
      what(plainName(subject)),
      whenAndWhere(data),
      isMoved
        ? 'If this was you, there is nothing to do. If not, write to us at once.'
        : 'If this was you, there is nothing to do. If not, set a new password at once: that ends every session.',
    ],
    button: isMoved
      ? { label: 'Write to us', url: `${publicUrl}/contact-us` }
      : { label: 'Set a new password', url: `${publicUrl}/forgot-password` },
    end: 'You get this message because it is about the safety of your account.',
  })
}

function codesLeft(left: string): string {
  return left === '1' ? '1 is' : `${left} are`
}

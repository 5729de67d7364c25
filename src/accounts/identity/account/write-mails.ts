import type { Kysely } from 'kysely'
import { readUser } from '#accounts/people/read-people.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Writers } from '#foundation/mail/send-mails.ts'
import { whenAndWhere } from '../notify.ts'
import { writeLetter } from '#foundation/mail/letter.ts'
import type { Links } from './links.ts'
import { findLink } from './store.ts'

type Addresses = Pick<Config, 'publicUrl'>

/** The writers of the mails with a link about an account, by their kinds; written for each attempt anew. */
export function accountMailWriters(db: Kysely<Database>, links: Links, { publicUrl }: Addresses): Writers {
  const nameOf = async (userId: string | null) => plainName((await readUser(db, userId ?? '')).name)
  const emailOf = async (linkId: string) => (await findLink(db, linkId))?.email ?? ''
  // Behind the hash sign the key reaches no server, no log and no Referer header.
  const linkTo = (path: string, linkId: string) => `${publicUrl}${path}#${links.keyOf(linkId)}`
  return {
    'account-confirm': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Confirm your email address',
        heading: 'Welcome to Tillform',
        paragraphs: ['Confirm that this address is yours, so that you never lose access to your account.'],
        button: { label: 'Confirm address', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If you did not sign up, ignore this message.',
      }),
    'account-reset': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Set a new password',
        heading: 'Set a new password',
        paragraphs: ['Somebody, hopefully you, asked for a new password for your account.'],
        button: { label: 'Set a new password', url: linkTo('/reset-password', about) },
        end: 'The link works once and for 30 minutes. If you did not ask for it, ignore this message: your password stays the same.',
      }),
    'account-change-from': async ({ userId, about, data }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Confirm your change of email address',
        heading: 'Did you ask for this change?',
        paragraphs: [
          `The email address of your account is to become ${await emailOf(about)}. It changes once both addresses have confirmed it.`,
          whenAndWhere(data),
        ],
        button: { label: 'Confirm the change', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If this was not you, do not follow the link, and change your password. Your address stays the same.',
      }),
    'account-change-to': async ({ userId, about }) =>
      writeLetter(await nameOf(userId), {
        subject: 'Confirm your new email address',
        heading: 'Confirm your new address',
        paragraphs: ['You asked to use this address for your account from now on.'],
        button: { label: 'Confirm address', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If you have no account with us, ignore this message.',
      }),
  }
}

import type { Kysely } from 'kysely'
import type { Config } from '#config.ts'
import type { Database } from '#db/schema.ts'
import { html } from '#mail/html.ts'
import { plainName } from '#mail/plain-name.ts'
import type { Message, Writers } from '#mail/send-mails.ts'
import { mailButton, mailDocument } from '#receipts/mail-document.ts'
import type { Links } from './links.ts'
import { findLink, findUser } from './store.ts'

type Addresses = Pick<Config, 'publicUrl'>
type Letter = {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly end: string
}

/** The writers of the mails about an account, by their kinds. Those with a link are written for each attempt anew. */
export function accountMailWriters(db: Kysely<Database>, links: Links, { publicUrl }: Addresses): Writers {
  const nameOf = async (userId: string | null) => plainName((await findUser(db, userId ?? '')).name)
  const emailOf = async (linkId: string) => (await findLink(db, linkId))?.email ?? ''
  // Behind the hash sign the key reaches no server, no log and no Referer header.
  const linkTo = (path: string, linkId: string) => `${publicUrl}${path}#${links.keyOf(linkId)}`
  return {
    'account-confirm': async ({ userId, about }) =>
      write(await nameOf(userId), {
        subject: 'Confirm your e-mail address',
        heading: 'Welcome to Tillform',
        paragraphs: ['Confirm that this address is yours, so that you never lose access to your account.'],
        button: { label: 'Confirm address', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If you did not sign up, ignore this message.',
      }),
    'account-reset': async ({ userId, about }) =>
      write(await nameOf(userId), {
        subject: 'Set a new password',
        heading: 'Set a new password',
        paragraphs: ['Somebody, hopefully you, asked for a new password for your account.'],
        button: { label: 'Set a new password', url: linkTo('/reset-password', about) },
        end: 'The link works once and for 30 minutes. If you did not ask for it, ignore this message: your password stays.',
      }),
    'account-change-from': async ({ userId, about }) =>
      write(await nameOf(userId), {
        subject: 'Confirm the change of your e-mail address',
        heading: 'Is this change yours?',
        paragraphs: [
          `Your account is to be reached at ${plainName(await emailOf(about))} from now on. It changes when both addresses agree.`,
        ],
        button: { label: 'Agree to the change', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If this was not you, do nothing and change your password: your address stays.',
      }),
    'account-change-to': async ({ userId, about }) =>
      write(await nameOf(userId), {
        subject: 'Confirm your new e-mail address',
        heading: 'Confirm your new address',
        paragraphs: ['Your account is to be reached at this address from now on.'],
        button: { label: 'Confirm address', url: linkTo('/confirm-email', about) },
        end: 'The link works for 24 hours. If you have no account with us, ignore this message.',
      }),
    'account-password-changed': async ({ userId }) =>
      write(await nameOf(userId), {
        subject: 'Your password was changed',
        heading: 'Your password was changed',
        paragraphs: ['Your account has a new password, and its other sessions have ended.'],
        button: { label: 'Sign in', url: `${publicUrl}/login` },
        end: 'If this was not you, set a new password at once with “Forgot password?” on the sign-in page.',
      }),
    'account-email-changed': async ({ userId }) =>
      write(await nameOf(userId), {
        subject: 'Your e-mail address was changed',
        heading: 'Your e-mail address was changed',
        paragraphs: ['Your account is reached at another address from now on. Both addresses agreed to it.'],
        end: 'If this was not you, write to us at once.',
      }),
  }
}

function write(name: string, { subject, heading, paragraphs, button, end }: Letter): Message {
  const text = [`Hello ${name},`, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), end]
  const body = html`<p style="margin:0 0 12px">Hello ${name},</p>
    ${paragraphs.map((paragraph) => html`<p style="margin:0 0 12px">${paragraph}</p>`)}
    ${button === undefined ? '' : mailButton(button.label, button.url)}
    <p style="margin:16px 0 0;color:#6b6375;font-size:13px">${end}</p>`
  return { subject, text: text.join('\n\n'), html: mailDocument(heading, body), isTransient: true }
}

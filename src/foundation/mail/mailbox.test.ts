// Tests email addresses as a real mail server receives them.
import { domainToUnicode } from 'node:url'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailAddress } from '#foundation/http/input/fields.ts'
import { startMailServer, type MailServer } from './mail-test-server.ts'
import { mailboxOf } from './send-mails.ts'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(async () => server.close())

const signs = "!#$%&'*+-/=?^_`{|}~"

test.each([
  ['anna..b@docomo.ne.jp', '"anna..b"@docomo.ne.jp'],
  ['anna.@ezweb.ne.jp', '"anna."@ezweb.ne.jp'],
  ['anna@example.com', 'anna@example.com'],
  ['an.na@example.com', 'an.na@example.com'],
  [`a${signs}b@example.com`, `a${signs}b@example.com`],
  ['buyer@пример.рф', 'buyer@xn--e1afmkfd.xn--p1ai'],
])('an email to %s reaches only %s, in envelope and header', async (typed, mailbox) => {
  const address = mailboxOf(emailAddress.parse(typed))
  expect(address).toBe(mailbox)
  const transport = createTransport({ url: server.url })
  await transport.sendMail({
    from: 'Tillform <no-reply@tillform.localhost>',
    to: { name: '', address },
    replyTo: { name: '', address },
    subject: 'Receipt',
    text: 'Thank you',
  })
  transport.close()
  const mail = server.mails.at(-1)
  // The test server shows internationalized hosts, which are sent in their ASCII form.
  const [local = '', host = ''] = mailbox.split('@')
  expect(mail?.envelope.to).toEqual([`${local}@${domainToUnicode(host)}`])
  expect(mail?.headers.get('to')?.replaceAll(/^<|>$/g, '')).toBe(mailbox)
  expect(mail?.headers.get('reply-to')?.replaceAll(/^<|>$/g, '')).toBe(mailbox)
  expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc')
})

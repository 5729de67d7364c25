import { createTransport } from 'nodemailer'
import type { Config } from '#foundation/config/config.ts'
import { good, reasonOf, warning, type Finding } from './finding.ts'

const patience = 10_000

type MailSettings = Pick<Config, 'isProduction'> & { readonly smtpUrl: string | undefined }

/** Connects and signs in as for an email, without sending one. `checkSettings` covers emails outside production. */
export async function checkMail({ smtpUrl, isProduction }: MailSettings): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    const waiting = warning(
      'SMTP_URL is not set: receipts cannot be sent.',
      'Set it to smtps://user:password@host.',
    )
    return isProduction ? [waiting] : []
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  })
  try {
    await transport.verify()
    return [good('The mail server accepts mail.')]
  } catch (error) {
    const reason = reasonOf(error)
    const mend =
      reason === 'EAUTH'
        ? 'Correct the user and password in SMTP_URL. Write @ as %40 and / as %2F.'
        : 'Check the protocol, host and port in SMTP_URL: smtps: for port 465, smtp: for 587.'
    return [warning(`The mail server cannot be used (${reason}): receipts are not sent.`, mend)]
  } finally {
    transport.close()
  }
}

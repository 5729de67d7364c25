import type { Config } from '#foundation/config/config.ts'
import { good, warning, type Finding } from './finding.ts'

/** What is well-formed and still not meant: readConfig has refused the rest. */
export function checkSettings(config: Config): Finding[] {
  const { isProduction, publicUrl, trustedProxies, mail, provider, sandboxPort } = config
  const findings: Finding[] = []
  if (!isProduction) {
    findings.push(
      mail.smtpUrl === undefined
        ? warning(
            'NODE_ENV is not production, and SMTP_URL is not set: mails are shown at /dev/mail, and none is sent.',
            'Set NODE_ENV=production, and SMTP_URL to smtps://user:password@host.',
          )
        : warning(
            'NODE_ENV is not production: mails are sent, and shown at /dev/mail of this machine.',
            'Set NODE_ENV=production.',
          ),
    )
  }
  if (sandboxPort !== undefined) {
    findings.push(
      warning('No key of Stripe is set: the sandbox takes test cards.', 'Set the four STRIPE_… values.'),
    )
  } else if (provider.isTestMode) {
    findings.push(
      warning('The keys of Stripe are of test mode: no real money moves.', 'Set those of live mode.'),
    )
  }
  if (publicUrl.startsWith('https:') && trustedProxies.length === 0) {
    findings.push(
      warning(
        'TRUSTED_PROXIES is not set: every buyer counts as the proxy, and a busy hour as an attack.',
        'Set it to the address from which the proxy calls, such as 127.0.0.1.',
      ),
    )
  }
  if (/\.(localhost|invalid|test|example)>?$|@example\.(com|org|net)>?$/.test(mail.from)) {
    findings.push(
      warning(
        'MAIL_FROM names no address that mails can come from.',
        'Set it to one of your domain, such as Shop <receipts@your-domain>.',
      ),
    )
  }
  return findings.length === 0 ? [good('The settings fit together.')] : findings
}

import type { Config } from '#foundation/config/config.ts'
import { openDatabase } from '#foundation/db/database.ts'
import { hasCode } from '#foundation/db/embedded/files.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { lastFinish } from '#foundation/jobs/schedule.ts'
import { restoreName } from '#payments/invoices/issue-invoices.ts'
import { markOf } from '#payments/invoices/series-numbers.ts'
import { verifiedBackup } from '#operations/record-backup.ts'
import { checkAddress } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkStorage } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkProvider } from './check-provider.ts'
import { checkTranslations } from './check-translations.ts'
import { checkWallets } from './check-wallets.ts'
import { type Finding, good, reasonOf, stop, warning } from './finding.ts'

/** Checks everything sales depend on. `databaseUrl` is the URL of the server's database, or of the embedded one. */
export async function examineShop(config: Config, databaseUrl: string): Promise<Finding[]> {
  const found = await Promise.all(
    [
      Promise.resolve(checkSettings(config)),
      Promise.resolve(checkTranslations()),
      checkDatabase(databaseUrl),
      // The sandbox starts and ends with the product.
      config.sandboxPort === undefined ? checkProvider(config) : Promise.resolve([]),
      config.sandboxPort === undefined ? checkWallets(config.publicUrl, databaseUrl) : Promise.resolve([]),
      checkMail({ ...config.mail, isProduction: config.isProduction }),
      checkStorage(config),
      checkDisk(config.dataDir),
      checkAddress(config.publicUrl),
      checkBackups(databaseUrl),
    ].map((check) => check.catch(unexamined)),
  )
  return found.flat()
}

function unexamined(error: unknown): Finding[] {
  return [
    stop(`Something could not be checked (${reasonOf(error)}).`, 'Report it, with the version you run.'),
  ]
}

const marks = { good: '✓', warning: '!', stop: '✗' } as const

/** The findings as text, with the worst last, where people look first. */
export function describeFindings(findings: readonly Finding[]): string {
  const lines = (['good', 'warning', 'stop'] as const).flatMap((kind) =>
    findings
      .filter((finding) => finding.kind === kind)
      .map(
        (finding) => `${marks[kind]} ${finding.text}${finding.kind === 'good' ? '' : `\n  ${finding.mend}`}`,
      ),
  )
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length
  const [stops, warnings] = [count('stop'), count('warning')]
  const end =
    stops > 0
      ? `${stops} problems stop sales.`
      : warnings > 0
        ? 'Your shop can sell, but check the lines marked with !.'
        : 'Everything is fine.'
  return [...lines, end].join('\n')
}

/** The maximum age of a backup, in milliseconds. A nightly backup can take hours. */
const longAgo = 36 * 60 * 60 * 1000
const mend = 'Run npm run backup -- --to PLACE --verify from a timer; docs/operations.md has one.'

export async function checkBackups(databaseUrl: string, now: () => number = Date.now): Promise<Finding[]> {
  const db = openDatabase(databaseUrl, { log: { warn: () => undefined }, maxConnections: 1 })
  try {
    const restoredAt = await lastFinish(db, restoreName)
    return [
      ...judge(await lastFinish(db, verifiedBackup), now()),
      ...(restoredAt === null
        ? []
        : [good(`A backup was restored. Invoice numbers since then contain ${markOf(restoredAt)}.`)]),
    ]
  } catch (error) {
    // Other database problems have their own findings.
    if (isDatabaseUnavailable(error)) return []
    // The product has never been started on this database.
    if (hasCode(error, ['42P01'])) return judge(null, now())
    throw error
  } finally {
    await db.destroy()
  }
}

function judge(last: Date | null, now: number): Finding[] {
  if (last === null) return [warning('No backup has ever been test-restored.', mend)]
  const age = now - last.getTime()
  const text = `The last verified backup is ${Math.round(age / 3_600_000)} hours old.`
  return [age > longAgo ? warning(text, mend) : good(text)]
}

/** Checks settings that are valid but probably unintended. readConfig has already rejected invalid ones. */
export function checkSettings(config: Config): Finding[] {
  const { isProduction, publicUrl, trustedProxies, mail, provider, sandboxPort } = config
  const findings: Finding[] = []
  if (!isProduction) {
    findings.push(
      mail.smtpUrl === undefined
        ? warning(
            'NODE_ENV is not production and SMTP_URL is not set: emails are shown at /dev/mail and not sent.',
            'Set NODE_ENV=production, and SMTP_URL to smtps://user:password@host.',
          )
        : warning(
            'NODE_ENV is not production: emails are sent, and also shown at /dev/mail on this machine.',
            'Set NODE_ENV=production.',
          ),
    )
  }
  if (sandboxPort !== undefined) {
    findings.push(
      warning('No Stripe keys are set: the sandbox accepts test cards.', 'Set the four STRIPE_… settings.'),
    )
  } else if (provider.isTestMode) {
    findings.push(warning('The Stripe keys are test keys: no real money moves.', 'Set your live keys.'))
  }
  if (publicUrl.startsWith('https:') && trustedProxies.length === 0) {
    findings.push(
      warning(
        'TRUSTED_PROXIES is not set: all buyers look like one client, so a busy hour looks like an attack.',
        'Set it to the proxy’s IP address, such as 127.0.0.1.',
      ),
    )
  }
  if (/\.(localhost|invalid|test|example)>?$|@example\.(com|org|net)>?$/.test(mail.from)) {
    findings.push(
      warning(
        'MAIL_FROM is not an address emails can be sent from.',
        'Set it to an address at your domain, such as Shop <receipts@your-domain>.',
      ),
    )
  }
  return findings.length === 0 ? [good('The settings are consistent.')] : findings
}

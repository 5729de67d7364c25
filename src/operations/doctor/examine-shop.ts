import type { Config } from '#foundation/config/config.ts'
import { checkAddress } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkStorage } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkProvider } from './check-provider.ts'
import { checkSettings } from './check-settings.ts'
import { checkWallets } from './check-wallets.ts'
import { reasonOf, stop, type Finding } from './finding.ts'

/** Everything that a sale stands on, looked at as it is now. `databaseUrl` is of the server, or of the embedded one. */
export async function examineShop(config: Config, databaseUrl: string): Promise<Finding[]> {
  const found = await Promise.all(
    [
      Promise.resolve(checkSettings(config)),
      checkDatabase(databaseUrl),
      // The sandbox lives and ends with the product.
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
    stop(
      `Something could not be looked at (${reasonOf(error)}).`,
      'Report it, with the version that you run.',
    ),
  ]
}

const marks = { good: '✓', warning: '!', stop: '✗' } as const

/** What a person reads: the worst last, where the eye is. */
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
      ? `${stops} of these stop sales.`
      : warnings > 0
        ? 'Sales can go on; the lines with ! want to be looked at.'
        : 'All is well.'
  return [...lines, end].join('\n')
}

// npm run doctor: checks everything a sale depends on and explains each problem and its fix. Exits with 1 when
// something prevents sales. It changes nothing and prints no secret.
import { ConfigurationError, readConfig } from '#foundation/config/config.ts'
import { examineShop, describeFindings } from '#operations/doctor/examine-shop.ts'
import { runCommand, UsageError } from '#operations/run-command.ts'

await runCommand((args) => {
  if (args.length > 0) throw new UsageError('Usage: npm run doctor')
  return {
    work: async ({ url }) => {
      const findings = await examineShop(readConfig(process.env), url)
      if (findings.some(({ kind }) => kind === 'stop'))
        throw new ConfigurationError(describeFindings(findings))
      return describeFindings(findings)
    },
  }
})

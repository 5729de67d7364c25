import type { Client } from 'pg'
import { z } from 'zod'
import { openClient } from '#foundation/db/server/hosts.ts'
import { appleFile } from '#foundation/http/pages/known-files.ts'
import { good, warning, type Finding } from './finding.ts'

const answerTime = 5_000

const none = { active: 0, inactive: 0 }

const counts = z.tuple([z.object({ active: z.number(), inactive: z.number() })])

/** Whether Apple Pay can appear on the payment pages' own host, which needs its proof file and a verification. */
export async function checkWallets(publicUrl: string, databaseUrl: string): Promise<Finding[]> {
  const { hostname } = new URL(publicUrl)
  const answer = await fetch(`${publicUrl}/.well-known/${appleFile}`, {
    signal: AbortSignal.timeout(answerTime),
  }).catch(() => null)
  // A separate check reports an unreachable database.
  const { active, inactive } = await countDomains(databaseUrl, hostname).catch(() => none)
  return judgeWallets(hostname, answer?.ok === true, active, inactive)
}

export function judgeWallets(host: string, hasFile: boolean, active: number, inactive: number): Finding[] {
  const missing = hasFile
    ? []
    : [
        warning(
          `Apple Pay is not shown on ${host}: Stripe's file is missing.`,
          `Save https://stripe.com/files/apple-pay/${appleFile} in DATA_DIR.`,
        ),
      ]
  if (inactive === 0) return missing.length > 0 ? missing : [good(`Wallets can be shown on ${host}.`)]
  return [
    ...missing,
    warning(
      `Stripe could not verify ${host} for ${inactive} of ${active + inactive} connected accounts.`,
      'Tillform retries automatically, at least once a day. To retry right away, open Settings, Checkout and payments.',
    ),
  ]
}

async function countDomains(databaseUrl: string, host: string): Promise<z.output<typeof counts>[0]> {
  let client: Client | undefined
  try {
    client = await openClient(databaseUrl, { connectionTimeoutMillis: answerTime })
    const { rows } = await client.query(
      `select count(*) filter (where status = 'active')::int as active,
         count(*) filter (where status = 'inactive')::int as inactive
       from payment_domains_view as payment_domains where domain = $1`,
      [host],
    )
    return counts.parse(rows)[0]
  } finally {
    await client?.end().catch(() => undefined)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { reconcileAccounts } from './books.ts'
import type { Shop } from './shop.ts'

/**
 * Skips the product's waiting times by moving stored times into the past: open payments become old enough to
 * count as lost, and every next check is due. Their states stay unchanged.
 */
export async function hurry({ store }: Shop): Promise<void> {
  const run = async (sql: string): Promise<void> => void (await store.query(z.unknown(), sql))
  await run(`update purchases set created_at = now() - interval '100 seconds'
    where status in ('created', 'unknown') and created_at > now() - interval '95 seconds'`)
  await run(`update purchases set created_at = now() - interval '61 minutes'
    where status = 'requires_action' and created_at > now() - interval '60 minutes'`)
  await run('update purchases set next_check_at = now() where next_check_at > now()')
  await run('update refunds set next_check_at = now() where next_check_at > now()')
  await run(`update subscriptions set next_check_at = now() where next_check_at > now()
    and (paid_cycles = 0 or check_count > 0 or next_check_at < now() + interval '3 minutes')`)
  await run('update withdrawals set next_check_at = now() where next_check_at > now()')
  await run('update webhook_events set next_attempt_at = now() where next_attempt_at > now()')
}

const pollEvery = 150
const hurryEvery = 1_000
/** The time in milliseconds after which records that still differ are considered wrong, even on the slowest machine. */
const patience = 120_000

/** Lets the product settle until the records match; throws with every difference if they never do. */
export async function settle(shop: Shop): Promise<void> {
  const deadline = Date.now() + patience
  for (let hurriedAt = 0; ;) {
    const differences = await reconcileAccounts(shop)
    if (differences.length === 0) return
    if (Date.now() > deadline) {
      throw new Error(`The books differ after ${patience / 1000} s:\n  ${differences.join('\n  ')}`)
    }
    if (Date.now() - hurriedAt > hurryEvery) {
      await hurry(shop)
      hurriedAt = Date.now()
    }
    await sleep(pollEvery)
  }
}

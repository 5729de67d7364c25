import { recordAudit } from '#accounts/audit/record-audit.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { rules } from '#foundation/limits/rules.ts'
import type { Services } from '#registry/services.ts'
import { KeyPaused } from './errors.ts'
import { notifyOfPausedKey } from './notify-of-key.ts'
import { pauseKey } from './store.ts'

/** How many uses are remembered, and for how long, in milliseconds. */
const capacity = 10_000
const remembered = 30 * 60_000

type Used = { readonly keyId: string; readonly sellerId: string; readonly userId: string }

/**
 * Watches from which networks API keys are used. A key that is used from more than fifty within an hour was probably
 * published: it is paused, and the shop's owner is emailed. Most calls need no statement, because the networks that
 * used a key recently are remembered.
 */
export function watchKeys({ db, clock, log, limiter }: Pick<Services, 'db' | 'clock' | 'log' | 'limiter'>) {
  const known = new Map<string, number>()

  /** Throws `KeyPaused` for the call that exceeds the limit. */
  return async function watch({ keyId, sellerId, userId }: Used, network: string): Promise<void> {
    const now = clock.now()
    const use = `${keyId} ${network}`
    if ((known.get(use) ?? 0) > now.getTime()) return
    known.delete(use)
    const [oldest] = known.size >= capacity ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(use, now.getTime() + remembered)
    const first = { rule: 'keyFromNetwork', subject: use } as const
    if ((await limiter.count([first])).of(first)?.count !== 1) return
    const networks = { rule: 'networksOfKey', subject: keyId } as const
    const count = (await limiter.count([networks])).of(networks)?.count ?? 0
    if (count <= rules.networksOfKey.limit) return
    await inTransaction(db, async (tx) => {
      const name = await pauseKey(tx, keyId, now)
      if (name === undefined) return
      await recordAudit(tx, { at: now, actorId: null, sellerId, subjectId: keyId, action: 'keys.pause' })
      await notifyOfPausedKey(tx, { id: keyId, name, sellerId, userId, at: now })
    })
    log.warn(
      { alarm: true, key: keyId, seller: sellerId },
      'an API key was used from many networks and is paused',
    )
    throw new KeyPaused()
  }
}

import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { promiseOf } from './buyer.ts'
import { buy, type Tally } from './failover.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import type { Provider, ProviderObject } from './provider.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { settle } from './settle.ts'
import { openShop, type Shop } from './shop.ts'
import { openStore, type Store } from './store.ts'
import { until } from './until.ts'

const root = join(import.meta.dirname, '..')
/** The number of payments per round before the backup begins and after it is made. */
const paidInBetween = 10

export type RestoreRound = {
  /** Payments that were reported as paid while the backup was being made. */
  readonly paidMeanwhile: number
  /** The number of purchases in the backup, and how many of them were in the middle of a payment. */
  readonly purchases: number
  readonly underWay: number
  /** How long the backup and restore commands took, in milliseconds. */
  readonly backup: number
  readonly restore: number
}

/**
 * Backs up a shop while buyers pay, and restores each backup to an empty database with its own product
 * process. It must contain every payment reported as paid before the backup began. In the end all its
 * purchases must match the provider, including those that were in the middle of a payment.
 */
export async function runRestores(
  { rounds, buyers, seed }: { readonly rounds: number; readonly buyers: number; readonly seed: number },
  stopping: AbortSignal,
  report: (round: RestoreRound) => void,
): Promise<void> {
  const postgres = await startPostgres()
  try {
    const databaseUrl = await postgres.createDatabase()
    const shop = await openShop(databaseUrl)
    try {
      for (let round = 0; round < rounds && !stopping.aborted; round += 1) {
        report(await restoreOnce(postgres, databaseUrl, shop, buyers, seed + round))
      }
    } catch (error) {
      await shop.close({ keepsFolder: true })
      throw new Error(`The product's logs: ${shop.folder}`, { cause: error })
    }
    await shop.close()
  } finally {
    await postgres.stop()
  }
}

async function restoreOnce(
  postgres: PostgresServer,
  databaseUrl: string,
  shop: Shop,
  buyers: number,
  seed: number,
): Promise<RestoreRound> {
  const folder = await mkdtemp(join(shop.folder, 'restored-'))
  const archive = join(folder, 'shop.backup')
  const made = await backUpWhileBuyersPay(databaseUrl, shop, archive, buyers, seed)

  const url = await postgres.createDatabase()
  const restoredAt = Date.now()
  await runCommand('restore', archive, url, folder)
  const restore = Date.now() - restoredAt
  const store = await openStore(url)
  try {
    const keys = await keysIn(store)
    const lost = made.answeredPaid.filter((key) => !keys.has(key))
    if (lost.length > 0) throw new Error(`Paid before the backup began, and not in it: ${lost.join()}`)
    const underWay = await countUnderWay(store)
    const restored = await shop.addProduct({ url, folder })
    const provider = await asOf(store, shop.provider)
    const answers = new Map([...shop.answers].filter(([key]) => keys.has(key)))
    await settle({ ...restored, store, provider, answers })
    if ((await restored.product.terminate()) !== 0) throw new Error('The restored product ended badly')
    return { ...made, purchases: keys.size, underWay, restore }
  } finally {
    await store.close()
  }
}

async function backUpWhileBuyersPay(
  databaseUrl: string,
  shop: Shop,
  archive: string,
  buyers: number,
  seed: number,
): Promise<{ answeredPaid: string[]; paidMeanwhile: number; backup: number }> {
  const tally: Tally = { paid: 0, unclear: 0, lastPaidAt: 0 }
  const closing = new AbortController()
  const buying = Promise.all(
    Array.from({ length: buyers }, (_, buyer) =>
      buy([shop], buyer, randomFrom(seed * 100 + buyer), tally, closing.signal),
    ),
  )
  // An error here is handled where `buying` is awaited.
  buying.catch(() => undefined)
  const untilPaid = (more: number): Promise<true> => {
    const wanted = tally.paid + more
    return until(`${more} payments more`, () => (tally.paid >= wanted ? true : undefined))
  }
  try {
    await untilPaid(paidInBetween)
    await sleep(randomFrom(seed).below(300))
    const answeredPaid = [...shop.answers]
      .filter(([, answers]) => answers.some((answer) => promiseOf(answer) === 'paid'))
      .map(([key]) => key)
    const paidBefore = tally.paid
    const begunAt = Date.now()
    await runCommand('backup', archive, databaseUrl, shop.folder)
    const made = { answeredPaid, paidMeanwhile: tally.paid - paidBefore, backup: Date.now() - begunAt }
    await untilPaid(paidInBetween)
    closing.abort()
    await buying
    return made
  } finally {
    closing.abort()
    await buying.catch(() => undefined)
  }
}

async function runCommand(
  name: 'backup' | 'restore',
  archive: string,
  databaseUrl: string,
  dataDir: string,
): Promise<void> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [`scripts/${name}.ts`, archive], { cwd: root, env })
}

async function keysIn(store: Store): Promise<ReadonlySet<string>> {
  const rows = await store.query(
    z.object({ key: z.string() }),
    'select idempotency_key as key from purchases',
  )
  return new Set(rows.map(({ key }) => key))
}

async function countUnderWay(store: Store): Promise<number> {
  const [row] = await store.query(
    z.object({ count: z.coerce.number() }),
    `select count(*) from purchases where status in ('created', 'unknown', 'requires_action')`,
  )
  return row?.count ?? 0
}

/** The provider's records without anything from after the backup, which the restored store cannot contain. */
async function asOf(store: Store, provider: Provider): Promise<Provider> {
  const ids = await store.query(z.object({ id: z.string() }), 'select id from purchases')
  const known = new Set(ids.map(({ id }) => id))
  const isKnown = (one: ProviderObject | undefined): boolean => {
    const named = one?.metadata?.['purchase']
    return named === undefined || known.has(named)
  }
  return {
    ...provider,
    async list(kind) {
      const listed = await provider.list(kind)
      if (kind !== 'charges' && kind !== 'refunds') return listed.filter(isKnown)
      const intents = await provider.list('payment_intents')
      const byId = new Map(intents.map((intent) => [intent.id, intent]))
      // The PaymentIntent of a subscription's invoice does not contain a purchase id. Only our records do.
      const own = await store.query(
        z.object({ intent: z.string() }),
        'select payment_intent_id as intent from purchases where payment_intent_id is not null',
      )
      const ownIntents = new Set(own.map(({ intent }) => intent))
      return listed.filter((one) => {
        const intent = byId.get(one.payment_intent ?? '')
        return intent?.metadata?.['purchase'] === undefined
          ? ownIntents.has(one.payment_intent ?? '')
          : isKnown(intent)
      })
    },
  }
}

// The disk with the database and the product's log fills up while the shop sells, and later has free space again.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { newPayment, pay } from './buyer.ts'
import { startPostgres } from './postgres.ts'
import { settle } from './settle.ts'
import { openShop, type Shop } from './shop.ts'
import { openStore } from './store.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** The disk space for a new PostgreSQL and a little more, in megabytes. */
const size = 400
const buyers = 12

/** Why this run is not possible on this machine, or undefined if it is. Only root on Linux can mount a disk. */
export function whyNoFullDisk(): string | undefined {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  return isRoot ? undefined : 'a full disk, which needs root on Linux to mount'
}

/**
 * Buyers pay before, while and after the disk is full. The product must recover without help and give no
 * buyer a wrong response, and the records must match in the end.
 */
export async function runFullDisk(): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'tillform-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk])
  try {
    await chmod(disk, 0o711)
    const postgres = await startPostgres(disk)
    try {
      const url = await postgres.createDatabase()
      return await payOnFullDisk(await openShop(url, disk), url, join(disk, 'fill'))
    } finally {
      await postgres.stop()
    }
  } finally {
    await run('umount', ['--lazy', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

async function payOnFullDisk(shop: Shop, url: string, filler: string): Promise<string> {
  try {
    await pay(shop, newPayment(shop.forms.usd))
    const payments = Array.from({ length: buyers }, () => newPayment(shop.forms.usd))
    const [early, late] = [payments.slice(0, buyers / 2), payments.slice(buyers / 2)]
    const paying = Promise.all(early.map((payment) => pay(shop, payment)))
    await fill(filler)
    await useUp(url)
    const whileFull = await Promise.all(late.map((payment) => pay(shop, payment)))
    await paying
    if (!shop.product.isRunning()) throw new Error('The product ended when its disk was full')
    await rm(filler)
    await until('the product to be ready again', async () => {
      const answer = await fetch(`${shop.url}/health/ready`).catch(() => undefined)
      return answer?.ok === true ? true : undefined
    })
    for (const payment of payments) await pay(shop, payment)
    // The database restarted, and every connection ended.
    const store = await openStore(url)
    await settle({ ...shop, store })
    await store.close()
    return `while it was full: ${whileFull.map((answer) => answer?.status ?? 'no answer').join(', ')}`
  } finally {
    await rm(filler, { force: true })
    await shop.close()
  }
}

/** Makes the database start new log files until its reserved ones are used up. */
async function useUp(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create table filler (id int)')
    for (let files = 0; files < 40; files += 1) {
      await client.query('insert into filler values (1)')
      await client.query('select pg_switch_wal()')
    }
    throw new Error('The database did not notice that its disk is full')
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('The database did not')) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Writes a file until the disk is full. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    const block = Buffer.alloc(256 * 1024)
    for (let left = size * 4; left > 0; left -= 1) await handle.write(block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await handle.close()
  }
}

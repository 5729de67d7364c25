// @module-tag long starts the product and its commands as processes
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { stopPostmaster } from '#foundation/db/embedded/postmaster.ts'
import { startProduct, type Product, type StartedProduct } from '../../e2e/product.ts'

const root = join(import.meta.dirname, '../..')
const failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })

let product: StartedProduct
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillform-commands-'))
  product = await startProduct()
})
afterAll(async () => {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command as npm does, with a data directory. */
async function run(script: string, dataDir: string, ...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: '' }
  const command = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: root, env })
  const done = await command.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => failure.parse(error),
  )
  return { code: done.code, said: (done.stdout + done.stderr).trim() }
}

async function post(at: Product, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${at.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) }
}

const session = z.object({ token: z.string(), user: z.object({ id: z.string(), role: z.string() }) })

async function signIn(at: Product) {
  const { email, password } = at.demo
  return session.parse((await post(at, '/authentication/sign-in', { email, password })).body)
}

/** Follows the link in the newest confirmation email. */
async function confirmByMail(at: Product): Promise<void> {
  const read = async (path: string) => (await fetch(`${at.url}${path}`)).text()
  const mail = await vi.waitFor(async () => {
    const items = (await read('/dev/mail')).split('<li>')
    const found = items.find((item) => item.includes('Confirm your email address'))
    const path = /\/dev\/mail\/[0-9a-f-]+/.exec(found ?? '')?.[0]
    if (path === undefined) throw new Error('The mail has not arrived')
    return read(path)
  }, 120_000)
  const key = /confirm-email#([\w-]+)/.exec(mail)?.[1]
  expect((await post(at, '/authentication/confirm-email', { token: key })).status).toBe(200)
}

// Proves confirmed-roles.
test('a SuperAdmin is added, listed and removed while the product runs, but never the last one', async () => {
  const { email } = product.demo
  expect((await signIn(product)).user.role).toBe('Customer')
  expect(await run('admin', product.dataDir, 'list-superadmins')).toEqual({
    code: 0,
    said: 'There is no SuperAdmin yet.',
  })

  expect(await run('admin', product.dataDir, 'grant-superadmin', email.toUpperCase())).toMatchObject({
    code: 0,
  })
  const { user } = await signIn(product)
  expect(user.role).toBe('SuperAdmin')
  expect((await run('admin', product.dataDir, 'list-superadmins')).said).toBe(email)
  const refused = await run('admin', product.dataDir, 'revoke-superadmin', email)
  expect(refused).toEqual({
    code: 1,
    said: `${email} is the last SuperAdmin. Grant the role to someone else first.`,
  })

  const other = { name: 'Ada', email: 'ada@example.com', password: 'correct-horse' }
  const { token } = session.parse((await post(product, '/authentication/sign-up', other)).body)
  const early = await run('admin', product.dataDir, 'grant-superadmin', other.email)
  expect([early.code, early.said]).toEqual([
    1,
    `${other.email} is not confirmed. Open the link in the confirmation email first, then grant the role.`,
  ])
  await post(product, '/authentication/resend-confirmation', {}, { authorization: `Bearer ${token}` })
  await confirmByMail(product)
  await run('admin', product.dataDir, 'grant-superadmin', other.email)
  expect((await run('admin', product.dataDir, 'revoke-superadmin', email)).code).toBe(0)
  expect((await signIn(product)).user.role).toBe('Customer')
  const log = await readFile(join(product.dataDir, 'tillform.log'), 'utf8')
  const changes = log.split('\n').filter((line) => line.includes('"role changed"'))
  expect(changes).toHaveLength(3)
  expect(changes[0]).toContain(user.id)
  expect(changes.join('')).not.toContain(email)
})

test('a command with wrong arguments prints its usage', async () => {
  for (const args of [[], ['grant-superadmin'], ['list-superadmins', 'x'], ['constructor']]) {
    const { code, said } = await run('admin', product.dataDir, ...args)
    expect(code).toBe(1)
    expect(said).toMatch(/^Usage:/)
  }
  expect((await run('backup', product.dataDir)).said).toMatch(/^Usage:\n {2}npm run backup -- FILE\n/)
  expect((await run('restore', product.dataDir, 'a', 'b')).said).toMatch(/^Usage: npm run restore -- FILE/)
  expect(await run('admin', product.dataDir, 'grant-superadmin', 'nobody@example.com')).toEqual({
    code: 1,
    said: 'No one has signed up as nobody@example.com. Sign up first, then grant the role.',
  })
})

// Proves backup-and-migrations.
test('a shop backed up while it sells is complete after a restore into an empty database', async () => {
  const form = (product.demo.forms[0]?.path ?? '').replace('/payment/', '')
  const file = join(folder, 'shop.backup')
  const traffic = new AbortController()
  const selling = sell(product, form, traffic.signal)
  const saved = await run('backup', product.dataDir, file)
  traffic.abort()
  expect(await selling).toBeGreaterThan(0)
  expect(saved.said).toMatch(/^Backed up \d+ rows and \d+ files/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const dataDir = join(folder, 'restored')
  const counts = (said: string, more = 0) => {
    const [, rows = '', files = ''] = /(\d+) rows and (\d+) files/.exec(said) ?? []
    return { rows: Number(rows) + more, files: Number(files) }
  }
  try {
    const restored = await run('restore', dataDir, file)
    expect(counts(restored.said)).toEqual(counts(saved.said))
    const refused = await run('restore', dataDir, file)
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('not empty')
    const again = await run('backup', dataDir, join(folder, 'again.backup'))
    // The restore adds one row of its own.
    expect(counts(again.said)).toEqual(counts(saved.said, 1))
    const moved = await startProduct({ DATA_DIR: dataDir })
    try {
      const page = await (await fetch(`${moved.url}/payment/${form}`)).text()
      const [picture = ''] = /\/[\w/-]+\/form-[\w.-]+\.webp/.exec(page) ?? []
      expect((await fetch(`${moved.url}${picture}`)).headers.get('content-type')).toBe('image/webp')
      await signIn({ ...moved, demo: product.demo })
    } finally {
      await moved.stop()
    }
  } finally {
    await stopPostmaster({ folder: join(dataDir, 'postgres') }, 5_000)
  }
})

/** Makes purchases until stopped. Returns how many were paid. */
async function sell(at: Product, form: string, stop: AbortSignal): Promise<number> {
  let paid = 0
  for (let index = 0; !stop.aborted; index += 1) {
    const buyer = { email: `buyer-${index}@example.com`, name: 'Bea Novak', paymentMethodId: 'pm_card_visa' }
    const answer = await post(
      at,
      '/stripe/pay-form',
      { form, ...buyer },
      { 'idempotency-key': `traffic-${index}` },
    )
    if (answer.body['status'] === 'paid') paid += 1
  }
  return paid
}

test('a running shop is backed up repeatedly, with a trial restore each time, until stopped', async () => {
  const to = join(folder, 'kept')
  const args = ['scripts/backup.ts', '--to', to, '--every', '1h', '--keep', '2', '--verify']
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', DATA_DIR: product.dataDir, DATABASE_URL: '' }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const said: unknown[] = await once(child.stdout, 'data')
  expect(String(said[0])).toMatch(
    /^Backed up \d+ rows and \d+ files as tillform-\S+\.backup, verified by a trial restore\.\n$/,
  )
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await readdir(to)).toHaveLength(1)
})

test('an altered or incomplete backup is rejected and leaves the database empty', async () => {
  const file = join(folder, 'cut.backup')
  const dataDir = join(folder, 'empty')
  await run('backup', product.dataDir, file)
  const whole = await readFile(file)
  const altered = Buffer.from(whole)
  // The damaged byte is in the first file.
  altered[600] = (altered[600] ?? 0) ^ 1
  const { size } = await stat(file)
  try {
    await writeFile(file, altered)
    expect((await run('restore', dataDir, file)).said).toBe(
      'The backup is damaged: its content is not what was written.',
    )
    await writeFile(file, whole)
    await truncate(file, size - 1_500)
    expect((await run('restore', dataDir, file)).said).toContain('not a backup of this product')
    await writeFile(file, 'something else')
    expect((await run('restore', dataDir, file)).said).toContain('not a backup of this product')
    expect((await run('restore', dataDir, join(folder, 'missing'))).said).toContain('There is no')
    expect((await run('backup', dataDir, file)).said).toContain('This database contains no data')
    expect((await run('admin', dataDir, 'list-superadmins')).said).toContain('no shop in this database yet')
  } finally {
    await stopPostmaster({ folder: join(dataDir, 'postgres') }, 5_000)
  }
})

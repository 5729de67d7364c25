// Starts the real product as a seller would, as a process with an embedded database, the sandbox and the demo shop.
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { freePort } from '#foundation/process/test-free-port.ts'

export const productSchema = z.object({
  url: z.string(),
  sandboxUrl: z.string(),
  /** The demo seller's sign-in and the paths of the demo's payment pages (`/payment/...`). */
  demo: z.object({
    email: z.string(),
    password: z.string(),
    forms: z.array(z.object({ title: z.string(), path: z.string() })),
  }),
  dataDir: z.string(),
})
export type Product = z.output<typeof productSchema>
export type StartedProduct = Product & {
  readonly pid: number
  /**
   * Sends SIGTERM, waits for a clean shutdown that leaves no process, and deletes the product's data. Rejects if that
   * fails.
   */
  stop: () => Promise<void>
  /** Works like `stop`, but keeps the data in `dataDir`. */
  leaveStore: () => Promise<void>
}

const runFile = promisify(execFile)
const root = join(import.meta.dirname, '..')
const settings = [
  'HOST',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'STORAGE_URL',
  'SMTP_URL',
  'CONTACT_EMAIL',
  'TERMS_URL',
  'PRIVACY_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'STRIPE_JS_URL',
]
// Only a start that hangs takes this long.
const startMs = 240_000
const stopMs = 60_000

/**
 * Starts a built product on free ports, with empty data or a copy of a folder's data. `env` overrides its
 * environment.
 */
export async function startProduct(
  env: Record<string, string> = {},
  { storeOf }: { readonly storeOf?: string } = {},
): Promise<StartedProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillform-e2e-'))
  // Keeps the file owners, because the database rejects files that belong to another user.
  if (storeOf !== undefined) await runFile('cp', ['-a', `${storeOf}/.`, dataDir])
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const sandboxUrl = env['STRIPE_API_BASE'] ?? `http://127.0.0.1:${sandboxPort}`
  const child = spawn(process.execPath, ['--import', './scripts/follow-parent.mjs', 'dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited(),
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: url,
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      DEMO: 'few',
      RATE_LIMITS: 'off',
      ...env,
    },
  })
  const output = collect(child)
  await untilReady(child, url, output)
  const text = output()
  const [, email = '', password = ''] = /^Demo sign-in: (\S+) \/ (.+)$/m.exec(text) ?? []
  const forms = [...text.matchAll(/^Payment page: https?:\/\/[^/]+(\/\S+) \((.*)\)$/gm)].map(
    ([, path = '', title = '']) => ({ path, title }),
  )
  const end = async (isStoreRemoved: boolean): Promise<void> => {
    const violations = await violationsOf(sandboxUrl)
    try {
      await stop(child, dataDir, output)
    } finally {
      if (isStoreRemoved) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
    if (violations !== '[]')
      throw new Error(`Requests that the provider's description forbids: ${violations}`)
  }
  return {
    url,
    sandboxUrl,
    demo: { email, password, forms },
    dataDir,
    pid: child.pid ?? 0,
    stop: () => end(true),
    leaveStore: () => end(false),
  }
}

/**
 * The violations of Stripe's API description that the sandbox found in our requests and its own responses, as JSON.
 * Without the description, it checks nothing.
 */
async function violationsOf(sandboxUrl: string): Promise<string> {
  const { data } = z
    .object({ data: z.array(z.unknown()) })
    .parse(await (await fetch(`${sandboxUrl}/sandbox/violations`)).json())
  return JSON.stringify(data.slice(0, 5))
}

/** The environment a process needs, without this machine's settings, because a real key must never reach a test. */
function inherited(): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'TZ',
    'SANDBOX_OPENAPI',
    'NODE_COMPILE_CACHE',
    'NODE_OPTIONS',
    'MALLOC_ARENA_MAX',
    'MALLOC_MMAP_THRESHOLD_',
    'MALLOC_TRIM_THRESHOLD_',
  ]) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  // A blank value counts as unset and overrides the `.env` file.
  for (const name of settings) env[name] = ''
  return env
}

/** Returns what the process has written so far. */
function collect(child: ChildProcess): () => string {
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    // The last line that the product prints at its start, so everything before it is complete.
    if (/^Ready in /m.test(output())) {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
      if (answer?.ok) return
    }
    await sleep(10)
  }
  child.kill('SIGKILL')
  throw new Error(`The product did not start:\n${output()}`)
}

async function stop(child: ChildProcess, dataDir: string, output: () => string): Promise<void> {
  const family = descendants(child.pid ?? 0)
  const deadline = Date.now() + stopMs
  child.kill('SIGTERM')
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) await sleep(25)
  const { exitCode, signalCode } = child
  if (exitCode === null) child.kill('SIGKILL')
  const patience = Date.now() + 15_000
  while (family.some(isAlive) && Date.now() < patience) await sleep(25)
  const leftBehind = family.filter(isAlive)
  for (const pid of leftBehind) process.kill(pid, 'SIGKILL')
  const log = await readFile(join(dataDir, 'tillform.log'), 'utf8').catch(() => '')
  if (exitCode === 0 && leftBehind.length === 0) return
  throw new Error(
    `The product did not stop in good order: exit code ${exitCode}, signal ${signalCode}, ` +
      `${leftBehind.length} processes left behind.\n${output()}\n${log.split('\n').slice(-30).join('\n')}`,
  )
}

function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n')
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found) {
    for (const [id, parentId] of processes) if (id !== undefined && parentId === parent) found.push(id)
  }
  return found.slice(1)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

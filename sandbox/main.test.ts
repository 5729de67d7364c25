// @module-tag long starts the sandbox as a process
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

type Running = {
  readonly url: string
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, SANDBOX_PORT: '0', PUBLIC_URL: 'http://127.0.0.1:9' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      const [, found] = /^sandbox listening on (\S+)$/m.exec(chunk.toString('utf8')) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return {
    url,
    end: (signal) =>
      new Promise((resolve) => {
        child.once('exit', (code) => resolve(code))
        child.kill(signal)
      }),
  }
}

it('the sandbox reports its invalid settings by name', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, SANDBOX_PORT: 'three', PUBLIC_URL: 'localhost' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
  })
  expect(code).toBe(1)
  expect(said.trim().split('\n')).toEqual([
    'SANDBOX_PORT must be a number from 0 to 65535.',
    'PUBLIC_URL must be an address, such as http://localhost:3000.',
  ])
})

it('a killed sandbox keeps everything it confirmed, and SIGTERM stops it cleanly', async () => {
  const first = await start()
  const body = new URLSearchParams({ email: 'kept@example.com' })
  const headers = { authorization: 'Bearer sk_test_tillform_sandbox' }
  expect((await fetch(`${first.url}/v1/customers`, { method: 'POST', headers, body })).status).toBe(200)
  await first.end('SIGKILL')
  const second = await start()
  const kept = await fetch(`${second.url}/sandbox/customers`)
  expect(await kept.json()).toMatchObject({ data: [{ email: 'kept@example.com' }] })
  expect(await second.end('SIGTERM')).toBe(0)
})

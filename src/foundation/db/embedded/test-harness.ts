import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { canRun, nobodyId, runAs } from './account.ts'
import { locateBinaries, programOf } from './binaries.ts'
import { stopPostmaster } from './postmaster.ts'

const program = fileURLToPath(new URL('test-process.ts', import.meta.url))

/** A Tillform process that has either started its database or ended with a message. */
export interface Started {
  child: ChildProcess
  url: string
  message: string
}

/** Makes a folder for one test. At its end, the folder's processes are stopped and it is removed. */
export async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-embedded-'))
  await chmod(folder, mode)
  onTestFinished(async () => {
    const elsewhere = await readFile(join(folder, 'postgres-location'), 'utf8').catch(() => '')
    for (const place of [join(folder, 'postgres'), elsewhere.trim()].filter((path) => path !== '')) {
      await stopPostmaster({ folder: place }, 2_000)
      await rm(place, { recursive: true, force: true, maxRetries: 5 })
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** Starts a process on the embedded database in a folder, and waits until it runs or fails. */
export async function startProcess(dataDir: string, options: SpawnOptions = {}): Promise<Started> {
  const { child, done } = launchProcess(dataDir, options)
  return { child, ...(await done) }
}

export function launchProcess(dataDir: string, options: SpawnOptions = {}, through: readonly string[] = []) {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const [command, ...args] = [...through, process.execPath, program, dataDir]
  const child = spawn(command, args, { cwd: '/', ...options, stdio: [...stdio] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const done = new Promise<{ url: string; message: string }>((resolve) => {
    let message = ''
    child.stderr?.on('data', (chunk: Buffer) => (message += chunk.toString()))
    child.stdout?.on('data', (chunk: Buffer) => resolve({ url: chunk.toString().trim(), message }))
    child.on('close', () => resolve({ url: '', message }))
  })
  return { child, done }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

/** The environment of a process in which user namespaces are forbidden, as in a container. */
export async function withoutNamespaces(folder: string): Promise<NodeJS.ProcessEnv> {
  const programs = join(folder, 'programs')
  await mkdir(programs)
  await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return { ...process.env, PATH: `${programs}:${process.env.PATH ?? ''}` }
}

/** Starts a program as root in a container, where it cannot inspect other users' processes. */
export const likeContainer = ['setpriv', '--bounding-set=-sys_ptrace']

/** Whether this system can run the database server in a user namespace. */
export const canUseNamespaces = async () => canRun('namespace', programOf(await locateBinaries(), 'postgres'))

/** Whether another user can run our process. This is impossible if only root can enter the product's folder. */
export const nobodyCanRunProcess = async () =>
  (await runAs({ uid: nobodyId }, process.execPath, ['--check', program])).code === 0

/** The pid in a cluster's lock file. */
export async function readPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

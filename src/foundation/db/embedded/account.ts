import { spawn, type SpawnOptions } from 'node:child_process'
import { platform, userInfo } from 'node:os'

/** An unprivileged uid and gid. They have a name on every Linux system, which initdb requires. */
export const nobodyId = 65534

/**
 * The account that runs the PostgreSQL programs. They do not run as root, and initdb does not run for a user
 * without a name, so it is one of these:
 * - `self`: the user of this process.
 * - `namespace`: a user namespace in which this user is called `nobody`. On disk, this user still owns everything.
 * - a uid: that of `nobody`, or of the user who created this database. Only root can switch to it, and it must be
 *   able to enter every folder it works in.
 */
export type Account = 'self' | 'namespace' | { uid: number }

export interface Exit {
  code: number | null
  output: string
}

export const isRoot = () => process.getuid?.() === 0

export const hasName = () => {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Starts a program as another account, with a minimal environment so that a server does not keep our secrets. */
export function spawnAs(account: Account, program: string, args: string[], options: SpawnOptions) {
  const settings = { ...options, env: { ...bareEnvironment(), ...options.env } }
  if (account === 'namespace') {
    const map = ['--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`]
    return spawn('unshare', [...map, program, ...args], settings)
  }
  const identity = account === 'self' ? {} : { uid: account.uid, gid: account.uid }
  return spawn(program, args, { ...settings, ...identity })
}

/** Runs a program to its end. If it cannot be started, the code is null. */
export function runAs(account: Account, program: string, args: string[]): Promise<Exit> {
  return new Promise((resolve) => {
    const outputs: string[] = []
    const collect = (chunk: Buffer) => outputs.push(chunk.toString())
    const fail = (error: unknown) => resolve({ code: null, output: String(error) })
    try {
      const child = spawnAs(account, program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
      child.stdout?.on('data', collect)
      child.stderr?.on('data', collect)
      child.on('error', fail)
      child.on('close', (code) => resolve({ code, output: outputs.join('') }))
    } catch (error) {
      fail(error)
    }
  })
}

export const canRun = async (account: Account, program: string) =>
  (await runAs(account, program, ['--version'])).code === 0

/**
 * Whether the account `nobody` can enter and write to the folder. This asks the operating system, because only it knows
 * all the rules.
 */
export const nobodyCanUse = async (folder: string) => {
  const { code } = await runAs({ uid: nobodyId }, '/bin/sh', ['-c', 'test -x "$0" && test -w "$0"', folder])
  return code === 0
}

function bareEnvironment(): NodeJS.ProcessEnv {
  const names = platform() === 'win32' ? ['PATH', 'SystemRoot', 'TEMP'] : ['PATH', 'TMPDIR']
  const passed = Object.entries(process.env).filter(([name]) => names.includes(name))
  return { ...Object.fromEntries(passed), LC_ALL: 'C' }
}

import { spawn, type ChildProcess } from 'node:child_process'

import { join } from 'node:path'

import { until } from './until.ts'

const root = join(import.meta.dirname, '..')

/** A program of the product that can be started and killed repeatedly with the same settings. */
export type Program = {
  readonly start: () => Promise<void>
  readonly isRunning: () => boolean
  readonly pid: () => number
  /** Kills the program as a power cut would. */
  readonly kill: () => Promise<void>
  /** Asks the program to shut down. Returns its exit code, or null if a signal ended it. */
  readonly terminate: () => Promise<number | null>
}

/**
 * @param ready what the program writes when it can be used
 * @param env its environment variables, in addition to those that every program needs
 * @param folder the release to run, by default this one
 */
export function createProgram(
  entry: string,
  ready: RegExp,
  env: Readonly<Record<string, string>>,
  folder = root,
): Program {
  let child: ChildProcess | undefined
  const hasEnded = (): boolean => child === undefined || child.exitCode !== null || child.signalCode !== null
  const ended = (): Promise<true> => until(`${entry} to end`, () => (hasEnded() ? true : undefined))
  return {
    async start() {
      const started = spawn(process.execPath, ['--import', './scripts/follow-parent.mjs', entry], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...inherited(), ...env },
      })
      child = started
      let output = ''
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)))
      }
      await until(`${entry} to start`, () => (ready.test(output) || hasEnded() ? true : undefined))
      if (hasEnded()) throw new Error(`${entry} did not start:\n${output}`)
    },
    isRunning: () => !hasEnded(),
    pid: () => child?.pid ?? 0,
    async kill() {
      child?.kill('SIGKILL')
      await ended()
    },
    async terminate() {
      child?.kill('SIGTERM')
      await ended()
      return child?.exitCode ?? null
    },
  }
}

/**
 * The environment variables a process needs, without this machine's settings, because a real key must never
 * reach a test.
 */
function inherited(): Record<string, string> {
  const env: Record<string, string> = { NODE_ENV: 'test' }
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SANDBOX_OPENAPI', 'NODE_COMPILE_CACHE']) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}

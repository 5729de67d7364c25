import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/**
 * Runs a development tool (`vite`, `oxlint`, ...) with this Node until it ends. Its output is shown live if `isShown`
 * is set, and returned otherwise. Signals are passed on, and the tool stops with this process.
 */
export async function runTool(
  name: string,
  args: string[],
  { isShown = false, env = {} }: { isShown?: boolean; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  const tool = join(root, 'node_modules', '.bin', name)
  // Our own flags are passed on, because one of them makes a program end with its parent.
  const child = spawn(process.execPath, [...process.execArgv, tool, ...args], {
    cwd: root,
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // Vitest and Playwright stop their child processes only on SIGINT, and immediately on a second signal. At a
    // terminal, Ctrl-C has already reached the tool.
    if (isStopping) child.kill('SIGKILL')
    else if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill('SIGINT')
    isStopping = true
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject)
  child.on('close', (code) => resolve(code ?? 1))
  try {
    return { code: await promise, output: Buffer.concat(output).toString() }
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop)
  }
}

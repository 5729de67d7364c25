// Runs the product for developers. Screens update in place, and an edit to the server restarts it with the same data.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'

/** Editors write a file in several steps. Steps within this many milliseconds count as one edit. */
const settled = 50

/** Whether the path is a server source. Tests are excluded, and Vite watches the screens. */
const serverSource = /^(?!.*(?:\/ui\/|\.test\.))(?!web\/).*\.ts$/

let server: ChildProcess | undefined
let timer: NodeJS.Timeout | undefined
let isStopping = false
let restarting: Promise<void> = Promise.resolve()

for (const folder of ['src', 'sandbox', 'migrations']) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (!serverSource.test((name ?? '').replaceAll('\\', '/'))) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(restart)
    }, settled)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true
    server?.kill('SIGTERM')
  })
}
start()

function start(): void {
  const child = spawn(process.execPath, [...process.execArgv, 'src/main.ts', '--dev'], {
    cwd: root,
    stdio: 'inherit',
  })
  server = child
  child.on('exit', (code) => {
    if (isStopping) process.exit(code ?? 1)
  })
}

/**
 * Kills the server like a power cut, because open pages would delay a shutdown. The next process takes over the
 * database.
 */
async function restart(): Promise<void> {
  if (isStopping) return
  const old = server
  if (old !== undefined && old.exitCode === null && old.signalCode === null) {
    const hasEnded = once(old, 'exit')
    old.kill('SIGKILL')
    await hasEnded
  }
  start()
}

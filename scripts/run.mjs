// Runs one of the product's programs with the pinned Node, after installing what is missing:
//
//   node scripts/run.mjs [NAME=value ...] [--build] <entry.ts> [argument ...]
//
// `--build` builds the front end and the server first if their sources changed, and runs the build of `src/main.ts`.
// Plain JavaScript without dependencies, because it starts on whatever Node (20 or later) the machine has, before
// anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installIfNeeded } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const needsDevelopmentPackages =
  /^(?:scripts\/(?:test|long|engines|sweep|walks|strikes|check|unit|gallery|help-pictures|dev)\.ts|bench\/|faults\/)/

let running
let received

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    received = signal
    // At a terminal, Ctrl-C has already reached the whole group, and the program must not receive it twice.
    const isSeenByProgram = signal === 'SIGINT' && process.stdin.isTTY && running?.isInOurGroup
    if (!isSeenByProgram) running?.kill(signal)
  })
}

try {
  // npm cannot stop us if it is killed with SIGKILL.
  if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs')
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (received === undefined) say(error.message)
  process.exitCode = received === undefined ? 1 : exitCodeOf(received)
}

async function main(words) {
  const { variables, isBuilt, entry, args } = parse(words)
  const needsDev = needsDevelopmentPackages.test(entry)
  await installIfNeeded(root, { needsDev, say, onChild: (child) => (running = child) })
  running = undefined
  if (received !== undefined) return exitCodeOf(received)
  const node = pinnedNode()
  if (!isBuilt) return runNode(node, variables, [entry, ...args])
  const code = await runNode(node, variables, ['scripts/build.ts'])
  if (code !== 0) return code
  return runNode(node, variables, [entry === 'src/main.ts' ? 'dist/server/main.js' : entry, ...args])
}

function parse(words) {
  const variables = {}
  const rest = [...words]
  while (rest[0]?.includes('=')) {
    const [name, ...value] = rest.shift().split('=')
    variables[name] = value.join('=')
  }
  const isBuilt = rest[0] === '--build'
  if (isBuilt) rest.shift()
  const [entry, ...args] = rest
  if (entry === undefined) throw new Error('Usage: node scripts/run.mjs [--build] <entry.ts> [argument ...]')
  return { variables, isBuilt, entry, args }
}

/** The Node in node_modules. Its package installs the binary with a script, which npm can be configured to skip. */
function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const binary = join(root, 'node_modules', 'node', 'bin', name)
  if (existsSync(binary)) return binary
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const major = Number(process.versions.node.split('.')[0])
  if (major >= Number(engines.node.replace('>=', ''))) {
    say(
      `The pinned Node is not installed because npm ran no install scripts. Using ${process.version} instead.`,
    )
    return process.execPath
  }
  throw new Error(
    `Node ${engines.node} is required, but this is ${process.version}. The package "node" installs it, but npm did not run its install script.\n` +
      'Allow the script and start again: npm rebuild node --ignore-scripts=false',
  )
}

function runNode(node, variables, args) {
  const followParent = pathToFileURL(join(root, 'scripts', 'follow-parent.mjs')).href
  const child = spawn(node, ['--import', followParent, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...mallocLimits(),
      ...compileCache(),
      ...process.env,
      ...youngHeap(),
      ...variables,
      PATH: withBinaries(process.env.PATH),
    },
  })
  running = { isInOurGroup: true, kill: (signal) => child.kill(signal) }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  })
}

/**
 * glibc gives each thread its own memory arena and returns little, and encoding pictures uses many threads. Without a
 * fixed threshold, blocks as large as one freed before also stay allocated for good.
 */
function mallocLimits() {
  return { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
}

/**
 * By default, V8's space for new objects grows to 128 MB under load. Nearly all of it is garbage by then, and more
 * frequent collections cost almost nothing.
 */
function youngHeap() {
  return { NODE_OPTIONS: ['--max-semi-space-size=8', process.env.NODE_OPTIONS ?? ''].join(' ').trim() }
}

/** Caches the compiled code for the next start, which saves half a second of CPU time. */
function compileCache() {
  return { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') }
}

function withBinaries(path = '') {
  return [join(root, 'node_modules', '.bin'), ...path.split(delimiter)].join(delimiter)
}

function exitCodeOf(signal) {
  return 128 + constants.signals[signal]
}

// Uses stderr so that it never mixes with the program's output.
function say(line) {
  process.stderr.write(`${line}\n`)
}

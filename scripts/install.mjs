// Installs missing packages from package-lock.json, quietly and one start at a time.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'

/**
 * Makes `node_modules` match the lockfile. `needsDev` is false for programs that also run in production: they install
 * development packages only if these were installed before. `onChild` receives npm's process, so that the caller can
 * stop it.
 */
export async function installIfNeeded(root, { needsDev, say, onChild }) {
  if (isInstalled(root, needsDev)) return
  const wait = () => say('Another start is installing the packages; waiting for it.')
  await withLock(join(root, '.install.lock'), wait, async () => {
    if (isInstalled(root, needsDev)) return
    say('Installing packages; this takes a minute the first time.')
    const startedAt = Date.now()
    await runNpm(root, commandFor(root, needsDev), onChild)
    say(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
  })
}

/**
 * npm's last step writes `node_modules/.package-lock.json`. Comparing it with the lockfile detects interrupted
 * installs, and accepts those a person made with `npm ci`.
 */
function isInstalled(root, needsDev) {
  const folder = join(root, 'node_modules')
  // Someone linked the folder on purpose, so it is not ours to replace.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return true
  const record = join(folder, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (found !== undefined) return found.version === wanted.version
    const isLeftOut = wanted.optional || wanted.devOptional || (wanted.dev && !needsDev)
    return Boolean(isLeftOut)
  })
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** `npm ci` empties the folder first, so missing development packages alone are added to it instead. */
function commandFor(root, needsDev) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (needsDev && isInstalled(root, false)) {
    // Without this record, the next start reinstalls everything if this install is interrupted.
    rmSync(record)
    return ['install', '--no-save', '--include=dev']
  }
  const hadDev = existsSync(record) && Object.values(readPackages(record)).some(({ dev }) => dev)
  return ['ci', needsDev || hadDev ? '--include=dev' : '--omit=dev']
}

async function runNpm(root, words, onChild) {
  const [command, ...prefix] = npmCommand()
  const options = [...words, '--no-audit', '--no-fund']
  const isWindows = process.platform === 'win32'
  const child = spawn(command, [...prefix, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows && prefix.length === 0,
    // In its own process group, npm's install scripts are stopped together with npm.
    detached: !isWindows,
  })
  // npm ignores SIGTERM and keeps installing. SIGKILL is safe, because npm's final record is then missing.
  onChild({
    kill() {
      if (isWindows) child.kill()
      else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
  })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0)
    throw new Error(
      `${Buffer.concat(output).toString()}\nInstalling the packages failed (npm ${words.join(' ')}).`,
    )
}

/** The npm that called us, or the one on PATH. */
function npmCommand() {
  const caller = process.env.npm_execpath
  return caller?.endsWith('npm-cli.js') ? [process.execPath, caller] : ['npm']
}

// Installs the packages of package-lock.json when they are missing, quietly, and only one start at a time.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'

/**
 * Makes `node_modules` match the lockfile. `needsDev` is false for programs that also run in production: they need no
 * development packages, and install none unless they were there before.
 * `onChild` receives npm's process, so that the caller can stop it.
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
 * npm writes what it installed to `node_modules/.package-lock.json` as its last step, so comparing the two files also
 * detects an interrupted install, and a plain `npm ci` by hand counts as well as ours.
 */
function isInstalled(root, needsDev) {
  const folder = join(root, 'node_modules')
  // A link was made on purpose; its target is not ours to replace.
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

/** `npm ci` starts with an empty folder. When only development packages are missing, they are added to what is there. */
function commandFor(root, needsDev) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (needsDev && isInstalled(root, false)) {
    // An interrupted install then leaves no record, and the next one starts with an empty folder.
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
    // A process group of its own: npm's install scripts are stopped together with it.
    detached: !isWindows,
  })
  // npm ignores SIGTERM and keeps installing. SIGKILL loses nothing: npm's final record is missing then.
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

/** The npm that called us, or else the one on PATH. */
function npmCommand() {
  const caller = process.env.npm_execpath
  return caller?.endsWith('npm-cli.js') ? [process.execPath, caller] : ['npm']
}

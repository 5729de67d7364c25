// Builds the front end and the server into dist/ if their sources changed since the last build. `npm start` and `npm
// test` call it. PAGE_RUNTIME=react builds the front end into dist-react/, with buyers' pages on React.
import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildFolder, readPageRuntime, type PageRuntime } from '#foundation/http/pages/page-runtime.ts'
import { withLock } from './lock.mjs'
import { root, runTool } from './run-tool.ts'

const sourcePaths = [
  'src/**/*',
  'migrations/**/*',
  'public/**/*',
  '*.html',
  'vite.config.ts',
  'tsconfig.*.json',
  'package-lock.json',
]

/** Returns whether a build was needed. Throws with Vite's output if it fails. */
export async function buildIfNeeded(
  say: (line: string) => void,
  runtime: PageRuntime = readPageRuntime(process.env),
): Promise<boolean> {
  const folder = join(root, buildFolder(runtime))
  const stampFile = join(folder, '.built-from')
  const wanted = await fingerprint()
  if ((await builtFrom(stampFile)) === wanted) return false
  const wait = () => say('Another start is building; waiting for it.')
  return withLock(join(root, '.build.lock'), wait, async () => {
    if ((await builtFrom(stampFile)) === wanted) return false
    const startedAt = Date.now()
    await rm(stampFile, { force: true })
    await viteBuild(runtime)
    await compressFiles(join(folder, 'client', 'assets'))
    await mkdir(folder, { recursive: true })
    await writeFile(stampFile, wanted)
    say(`Built front end and server in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
    return true
  })
}

async function fingerprint(): Promise<string> {
  const paths: string[] = []
  for await (const found of glob(sourcePaths, { cwd: root, withFileTypes: true })) {
    if (found.isFile() && !found.name.includes('.test.')) paths.push(join(found.parentPath, found.name))
  }
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    hash.update(path.slice(root.length)).update('\0')
    hash.update(await readFile(path)).update('\0')
  }
  return hash.digest('hex')
}

async function builtFrom(stampFile: string): Promise<string | undefined> {
  return readFile(stampFile, 'utf8').catch(() => undefined)
}

async function viteBuild(runtime: PageRuntime): Promise<void> {
  const env = { NODE_ENV: 'production', PAGE_RUNTIME: runtime }
  const { code, output } = await runTool('vite', ['build', '--app', '--logLevel', 'warn'], { env })
  if (code !== 0) throw new Error(`${output}\nBuilding failed.`)
}

/**
 * File names change with their content, so each file is compressed once, as much as possible, and served from disk.
 */
async function compressFiles(folder: string): Promise<void> {
  const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
  const zip = promisify<Buffer, object, Buffer>(gzip)
  const compress = async (name: string): Promise<void> => {
    const content = await readFile(join(folder, name))
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    await writeFile(join(folder, `${name}.br`), await brotli(content, { params }))
    await writeFile(join(folder, `${name}.gz`), await zip(content, { level: constants.Z_BEST_COMPRESSION }))
  }
  const compressing: Promise<void>[] = []
  for await (const name of glob('*.{js,css,svg}', { cwd: folder })) compressing.push(compress(name))
  await Promise.all(compressing)
}

if (import.meta.main) {
  try {
    await buildIfNeeded((line) => process.stderr.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

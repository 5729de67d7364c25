import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../scripts/lock.mjs'

/** How to start a browser that Playwright did not install. */
export type FoundBrowser = { executablePath: string; env: Record<string, string> }

/**
 * The browser at CHROMIUM_PATH, or on Linux x64 one from a package that includes all libraries and fonts. Undefined
 * elsewhere, so that Playwright's own browser is used.
 */
export async function findBrowser(): Promise<FoundBrowser | undefined> {
  const path = process.env['CHROMIUM_PATH']
  if (path) return { executablePath: path, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return unpackedBrowser()
}

async function unpackedBrowser(): Promise<FoundBrowser> {
  const packages = await realpath(join(import.meta.dirname, '..', 'node_modules'))
  const description = await readFile(join(packages, '@sparticuz', 'chromium', 'package.json'), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(description))
  const cache = join(packages, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    await withLock(
      `${folder}.lock`,
      () => {},
      () => unpack(folder),
    )
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** Unpacks into another folder and renames it, so that an interrupted run leaves no incomplete browser. */
async function unpack(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial)
  const before = { ...process.env }
  // The package unpacks into the temporary folder, and adds its libraries only if it detects AWS Lambda. Importing it
  // also changes this process's environment, which the product's processes would inherit.
  process.env['TMPDIR'] = partial
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
  } finally {
    for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      const value = before[name]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  const fontSettings = join(partial, 'fonts', 'fonts.conf')
  const settings = await readFile(fontSettings, 'utf8')
  // The font path is relative so that the checkout can be moved or copied. Without a font, the browser crashes.
  await writeFile(
    fontSettings,
    settings.replaceAll('<dir>/tmp/fonts</dir>', '<dir prefix="relative">.</dir>'),
  )
  await rename(partial, folder)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './run-tool.ts'

/** Licences that allow our use and require no more than attribution. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
])

/** Packages that declare another licence or none, each with the reason we accept it. */
const exceptions: readonly {
  readonly packages: RegExp
  readonly licence: string
  readonly reason: string
}[] = [
  {
    packages: /^@img\/sharp-(?:libvips-|wasm32$|win32-)/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a separate library, loaded at run time, and can be replaced by another build',
  },
  {
    packages: /^lightningcss(?:-|$)/,
    licence: 'MPL-2.0',
    reason: 'writes the styles during the build, is unchanged, and is not served',
  },
  {
    packages: /^web-push$/,
    licence: 'MPL-2.0',
    reason: 'sends push on the server, is unchanged, and is not served',
  },
  {
    packages: /^dejavu-fonts-ttf$/,
    licence: 'SEE LICENSE IN README.md AND LICENSE',
    reason: 'the fonts of Bitstream Vera and Arev: free to use, to embed and to pass on',
  },
  {
    packages: /^@fontsource(?:-variable)?\/noto-/,
    licence: 'OFL-1.1',
    reason: 'the Noto fonts: free to use, to embed and to pass on; a document made with one is free of it',
  },
  {
    packages: /^@tailwindcss\/oxide-/,
    licence: '(none)',
    reason:
      'the binaries of @tailwindcss/oxide, which is under MIT, named for platforms that are not this one',
  },
  {
    packages: /^argparse$/,
    licence: 'Python-2.0',
    reason: 'free to use and to pass on; markdown-it has it for its command line, which nothing here runs',
  },
  { packages: /^png-js$/, licence: '(none)', reason: 'its file LICENSE is that of MIT' },
]

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
})
type Lockfile = z.output<typeof lockfile>

export async function readLockfile(): Promise<Lockfile> {
  return lockfile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
}

/** The packages that production installs on any platform, with their licences from the lockfile. */
export function productionLicences({ packages }: Lockfile): { name: string; licence: string }[] {
  return Object.entries(packages).flatMap(([path, { license = '(none)', dev = false, link = false }]) => {
    const isOurs = !path.startsWith('node_modules/') && !path.includes('/node_modules/')
    if (isOurs || dev || link) return []
    return [{ name: path.replace(/^.*node_modules\//, ''), licence: license }]
  })
}

/** `package: licence` for each package that neither the list nor an exception allows. */
export function forbiddenLicences(lock: Lockfile): string[] {
  return productionLicences(lock).flatMap(({ name, licence }) => {
    if (parts(licence).every((part) => allowed.has(part))) return []
    const exception = exceptions.find(({ packages }) => packages.test(name))
    const isKnown =
      exception !== undefined &&
      (licence === exception.licence ||
        parts(licence).every((part) => allowed.has(part) || part === exception.licence))
    return isKnown ? [] : [`${name}: ${licence}`]
  })
}

/** Listed exceptions that no installed package needs. */
export function idleExceptions(lock: Lockfile): string[] {
  const names = productionLicences(lock).map(({ name }) => name)
  return exceptions
    .filter(({ packages }) => !names.some((name) => packages.test(name)))
    .map(({ packages }) => packages.source)
}

/** All licences in an expression, including every alternative. */
function parts(licence: string): string[] {
  return licence.split(/ (?:AND|OR) /)
}

// Some registries do not have a tool's binaries for every platform. npm then leaves those packages out of the
// lockfile, and `npm ci` refuses the lockfile everywhere. Naming them is enough: each platform fetches only its own.
//
//   node scripts/lockfile.ts && npm install --package-lock-only
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const file = join(import.meta.dirname, '..', 'package-lock.json')

const Package = z.looseObject({
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  libc: z.array(z.string()).optional(),
})
export const Lockfile = z.looseObject({ packages: z.record(z.string(), Package) })
type Lockfile = z.infer<typeof Lockfile>

/** The optional packages, as name and version, that a package asks for and the lockfile does not name. */
export function missingPackages(lock: Lockfile): [name: string, version: string][] {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
    Object.entries(optionalDependencies ?? {}).filter(
      ([name]) =>
        !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
    ),
  )
}

/** The machines a package of binaries is for, read from its name, such as `binding-linux-x64-musl`. */
function platform(name: string) {
  const os = /android|darwin|freebsd|linux|openharmony|win32/.exec(name)?.[0]
  const cpu = /arm64|arm|ia32|ppc64|riscv64|s390x|wasm32|x64/.exec(name)?.[0]
  const libc = name.includes('musl') && ['musl']
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc }) }
}

if (import.meta.main) {
  const lock = Lockfile.parse(JSON.parse(await readFile(file, 'utf8')))
  for (const [name, version] of missingPackages(lock)) {
    lock.packages[`node_modules/${name}`] = { version, optional: true, ...platform(name) }
  }
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`)
}

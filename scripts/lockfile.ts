// Some registries lack a tool's binaries for some platforms. npm then omits those packages from the lockfile, and `npm
// ci` rejects it everywhere. Naming them is enough, because each platform downloads only its own.
//
// node scripts/lockfile.ts && npm install --package-lock-only
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

/** The name and version of each optional package that is required but missing from the lockfile. */
export function missingPackages(lock: Lockfile): [name: string, version: string][] {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
    Object.entries(optionalDependencies ?? {}).filter(
      ([name]) =>
        !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
    ),
  )
}

/** The systems that a binary package supports, read from its name, such as `binding-linux-x64-musl`. */
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

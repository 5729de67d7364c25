// Checks that values in two files are equal, because two tools read them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from './run-tool.ts'

const text = (path: string) => readFile(join(root, path), 'utf8')
const manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) })
const lockfile = z.object({
  version: z.string(),
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
})

test('the product, the changelog, the sandbox and the lockfile have the same version', async () => {
  const { version } = manifest.parse(JSON.parse(await text('package.json')))
  const sandbox = manifest.parse(JSON.parse(await text('sandbox/package.json')))
  const lock = lockfile.parse(JSON.parse(await text('package-lock.json')))
  const [, newest] = /^## (\S+), \d{4}-\d\d-\d\d$/m.exec(await text('CHANGELOG.md')) ?? []

  expect([newest, sandbox.version, lock.version]).toEqual([version, version, version])
  expect(['', 'sandbox'].map((path) => lock.packages[path]?.version)).toEqual([version, version])
})

test('.nvmrc names the same Node version as the product’s dependency', async () => {
  const { dependencies } = manifest.parse(JSON.parse(await text('package.json')))
  expect((await text('.nvmrc')).trim()).toBe(dependencies['node'])
})

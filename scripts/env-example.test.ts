import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '#foundation/config/config.ts'
import { envExample, writeExample } from './env-example.ts'

test('.env.example has every setting with its explanation from the docs', async () => {
  const text = await readFile(envExample, 'utf8')
  expect(text, 'repair: node scripts/env-example.ts').toBe(await writeExample())
  const names = [...text.matchAll(/^#(\w+)=/gm)].map(([, name]) => name)
  expect(new Set(names)).toEqual(new Set(settingNames))
  expect(names).toHaveLength(settingNames.length)
})

test('a copy of .env.example changes no setting, even with every line uncommented', async () => {
  const text = await readFile(envExample, 'utf8')
  const inUse = parseEnv(text.replaceAll(/^#(?=\w+=)/gm, ''))
  expect(parseEnv(text)).toEqual({})
  expect(Object.keys(inUse)).toHaveLength(settingNames.length)

  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tillform-env-example-'))
  try {
    expect(readConfig({ ...inUse, DATA_DIR })).toEqual(readConfig({ DATA_DIR }))
  } finally {
    await rm(DATA_DIR, { recursive: true })
  }
})

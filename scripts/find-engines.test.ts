import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEngines } from './find-engines.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillform-engines-'))
})
afterEach(async () => rm(folder, { recursive: true, force: true }))

async function install(...programs: string[]): Promise<void> {
  for (const program of programs) {
    await writeFile(join(folder, program), '')
    await chmod(join(folder, program), 0o755)
  }
}

test('no engine is found on a machine without Firefox and WebKit', () => {
  expect(findEngines(`${delimiter}${folder}`)).toEqual({})
})

test('an engine is found only when every program it needs is installed', async () => {
  await install('firefox-esr', 'WebKitWebDriver', 'setpriv')
  expect(findEngines(folder)).toEqual({ firefox: [join(folder, 'firefox-esr')] })
  await install('Xvfb')
  expect(findEngines(folder).webkit).toEqual(
    ['WebKitWebDriver', 'Xvfb', 'setpriv'].map((program) => join(folder, program)),
  )
})

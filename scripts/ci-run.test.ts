import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillform-ci-'))
})
afterEach(async () => rm(folder, { recursive: true, force: true }))

/** Runs `.ci/run` where `npm run test` and `npm run sweep` do as these lines of shell say. */
async function runCi(commands: { test: string; sweep: string }): Promise<{ code: number; last: string }> {
  const npm = `#!/bin/sh
case "$2" in
test) ${commands.test} ;;
sweep) ${commands.sweep} ;;
esac
`
  await writeFile(join(folder, 'npm'), npm)
  await chmod(join(folder, 'npm'), 0o755)
  const env = { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, TMPDIR: folder }
  return new Promise((resolve) => {
    const child = execFile(join(root, '.ci', 'run'), { env }, (_error, stdout) => {
      resolve({ code: child.exitCode ?? -1, last: stdout.trim().split('\n').at(-1) ?? '' })
    })
  })
}

test('CI counts the tests and the look at every page together', async () => {
  const commands = { test: 'echo "12 passed, 0 failed"', sweep: 'echo "8 passed, 0 failed"' }
  expect(await runCi(commands)).toEqual({ code: 0, last: '20 passed, 0 failed' })
})

test('a failure of either fails CI, and the other is run all the same', async () => {
  const good = 'echo "12 passed, 0 failed"'
  const bad = 'echo "7 passed, 1 failed"; exit 1'
  expect(await runCi({ test: bad, sweep: good })).toEqual({ code: 1, last: '19 passed, 1 failed' })
  expect(await runCi({ test: good, sweep: bad })).toEqual({ code: 1, last: '19 passed, 1 failed' })
})

test('a command that ends without its count is a failure', async () => {
  const commands = { test: 'echo "12 passed, 0 failed"', sweep: 'exit 0' }
  expect(await runCi(commands)).toEqual({ code: 1, last: '12 passed, 1 failed' })
})

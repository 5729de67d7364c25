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

type Commands = {
  readonly test: string
  readonly engines: string
  readonly sweep: string
  readonly strikes: string
}

/** Runs `.ci/run` where `npm run test` and the other three do as these lines of shell say. */
async function runCi(commands: Commands): Promise<{ code: number; failed: string[]; last: string }> {
  const npm = `#!/bin/sh
case "$2" in
test) ${commands.test} ;;
engines) ${commands.engines} ;;
sweep) ${commands.sweep} ;;
strikes) ${commands.strikes} ;;
esac
`
  await writeFile(join(folder, 'npm'), npm)
  await chmod(join(folder, 'npm'), 0o755)
  const env = { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, TMPDIR: folder }
  return new Promise((resolve) => {
    const child = execFile(join(root, '.ci', 'run'), { env }, (_error, stdout) => {
      const lines = stdout.trim().split('\n')
      // What a command has named itself stands above what is named at the end.
      const failed = [...new Set(lines.filter((line) => line.startsWith('failed: ')))]
      resolve({ code: child.exitCode ?? -1, failed, last: lines.at(-1) ?? '' })
    })
  })
}

const good = 'echo "8 passed, 0 failed"'
const bad = 'echo "failed: a test"; echo "7 passed, 1 failed"; exit 1'

test('CI counts all of its commands together', async () => {
  const commands = { test: 'echo "12 passed, 0 failed"', engines: good, sweep: good, strikes: good }
  expect(await runCi(commands)).toEqual({ code: 0, failed: [], last: '36 passed, 0 failed' })
})

test('a failure of one fails CI and is named at the end, and the others are run all the same', async () => {
  const failed = { code: 1, failed: ['failed: a test'], last: '31 passed, 1 failed' }
  const allGood = { test: good, engines: good, sweep: good, strikes: good }
  for (const command of ['test', 'engines', 'sweep', 'strikes']) {
    expect(await runCi({ ...allGood, [command]: bad })).toEqual(failed)
  }
})

test('a command that ends without its count is a failure', async () => {
  const commands = { test: good, engines: good, sweep: 'exit 0', strikes: good }
  expect(await runCi(commands)).toEqual({
    code: 1,
    failed: ['failed: npm run sweep, which ended without its count'],
    last: '24 passed, 1 failed',
  })
})

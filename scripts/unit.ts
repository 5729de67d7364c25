// Runs the unit and API tests that match: `npm run unit -- src/foundation/money`, `npm run unit -- refund`; `--watch`
// keeps watching. It builds first if there is no build, because tests render pages, notices and emails from it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build.ts'
import { root, runTool } from './run-tool.ts'

if (!existsSync(join(root, 'dist', '.built-from'))) {
  await buildIfNeeded((line) => process.stderr.write(`${line}\n`), 'preact')
}
const places = process.argv.slice(2).filter((word) => word !== '--watch')
const mode = process.argv.includes('--watch') ? ['watch'] : ['run']
const { code } = await runTool('vitest', [...mode, ...places], { isShown: true, env: { NODE_ENV: 'test' } })
process.exitCode = code

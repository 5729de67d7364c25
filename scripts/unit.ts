// The unit and API tests of a place: `npm run unit -- src/foundation/money`, `npm run unit -- refund`; `--watch` keeps
// watching. Pages, notices and mails are rendered from the build, which is made first if there is none.
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

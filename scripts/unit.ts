// The unit and API tests of a place: `npm run unit -- src/foundation/money`, `npm run unit -- refund`; `--watch` goes on watching.
import { runTool } from './run-tool.ts'

const places = process.argv.slice(2).filter((word) => word !== '--watch')
const mode = process.argv.includes('--watch') ? ['watch'] : ['run']
const { code } = await runTool('vitest', [...mode, ...places], { isShown: true, env: { NODE_ENV: 'test' } })
process.exitCode = code

// Everything that holds without running the product, in one command: lint, types, dead code, format, import rules.
import { runChecks } from './checks.ts'
import { describeMentions } from './mentions.ts'
import { runTool } from './run-tool.ts'

let failed = 0
await runChecks(({ name, seconds, problem }) => {
  process.stdout.write(`${problem === undefined ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s\n`)
  if (problem === undefined) return
  failed += 1
  process.stdout.write(`${problem}\n`)
})
const rules = ['run', '--reporter=minimal', 'scripts/import-rules', 'scripts/table-rules', 'scripts/wording']
if ((await runTool('vitest', rules, { isShown: true })).code !== 0) failed += 1
process.stdout.write(`Named in\n${(await describeMentions()).map((line) => `  ${line}\n`).join('')}`)
process.exitCode = failed === 0 ? 0 : 1

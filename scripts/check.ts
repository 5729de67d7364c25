// Runs all checks that do not start the product: lint, types, dead code, format, rules and measures.
import { runChecks } from './checks.ts'
import { measureHouse } from './house.ts'
import { describeMentions } from './mentions.ts'
import { root, runTool } from './run-tool.ts'
import { readSourceFiles } from './source-files.ts'

let failed = 0
await runChecks(({ name, seconds, problem }) => {
  process.stdout.write(`${problem === undefined ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s\n`)
  if (problem === undefined) return
  failed += 1
  process.stdout.write(`${problem}\n`)
})
const tests = ['import-rules', 'table-rules', 'voice', 'house', 'messages'].map(
  (name) => `scripts/${name}.test`,
)
const rules = ['run', '--reporter=minimal', ...tests]
if ((await runTool('vitest', rules, { isShown: true })).code !== 0) failed += 1
const measures = await measureHouse(await readSourceFiles(root))
const sizes = measures.map(({ name, value, limit }) => `  ${name}: ${value}, at most ${limit}\n`)
process.stdout.write(`The house\n${sizes.join('')}`)
process.stdout.write(`Named in\n${(await describeMentions()).map((line) => `  ${line}\n`).join('')}`)
process.exitCode = failed === 0 ? 0 : 1

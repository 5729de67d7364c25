import { runTool } from './run-tool.ts'

/** The checks that work without running the product: each tool sees the whole tree, and says what is wrong and where. */
const checks = [
  // One pass over the compiler's knowledge of each file, by the tsconfig it belongs to.
  ['lint and types', 'oxlint', '--type-aware', '--type-check'],
  ['dead code', 'knip', '--no-progress', '--no-config-hints', '--cache'],
  ['format', 'oxfmt', '--check', '.'],
] as const

export type CheckResult = {
  readonly name: string
  readonly seconds: number
  /** The tool's output; undefined when nothing is wrong. */
  readonly problem: string | undefined
}

/** How many tools run in parallel: most of them use more than one core themselves. */
const atOnce = 2

/** Runs every check, whatever the others find; calls `tell` as each one ends. */
export async function runChecks(tell: (result: CheckResult) => void): Promise<void> {
  const waiting = [...checks]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, tool, ...args] = next
      const startedAt = Date.now()
      const { code, output } = await runTool(tool, args)
      tell({ name, seconds: (Date.now() - startedAt) / 1000, problem: code === 0 ? undefined : output })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

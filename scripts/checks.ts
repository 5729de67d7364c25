import { runTool } from './run-tool.ts'

/** A check that examines the whole tree without running the product. */
const checks = [
  // Type-checks and lints in one pass, with the tsconfig each file belongs to.
  ['lint and types', 'oxlint', '--type-aware', '--type-check'],
  ['dead code', 'knip', '--no-progress', '--no-config-hints', '--cache'],
  ['format', 'oxfmt', '--check', '.'],
] as const

export type CheckResult = {
  readonly name: string
  readonly seconds: number
  /** The tool's output, or undefined if it found no problems. */
  readonly problem: string | undefined
}

/** How many tools run in parallel. Most of them use more than one core. */
const atOnce = 2

/** Runs every check, even after failures, and calls `tell` after each one. */
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

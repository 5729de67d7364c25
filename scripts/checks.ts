import { runTool } from './run-tool.ts'

/** What holds without running the product: each tool sees the whole tree, and says what is wrong where. */
const checks = [
  // One pass over what the compiler knows of each file, by the tsconfig that it belongs to.
  ['lint and types', 'oxlint', '--type-aware', '--type-check'],
  ['dead code', 'knip', '--no-progress', '--no-config-hints', '--cache'],
  ['format', 'oxfmt', '--check', '.'],
] as const

export type CheckResult = {
  readonly name: string
  readonly seconds: number
  /** What the tool printed; undefined when nothing is wrong. */
  readonly problem: string | undefined
}

/** How many tools run at once: most of them use more than one core themselves. */
const atOnce = 2

/** Runs every check, whatever the others find; `tell` hears of each as it ends. */
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

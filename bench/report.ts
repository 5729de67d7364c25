import { cpus, totalmem } from 'node:os'
import type { StatementCounts } from './count-sql.ts'
import type { Load } from './load.ts'

export type Pair = { readonly floor: Load; readonly product: Load }

export type Results = {
  readonly machine: {
    readonly cores: number
    readonly model: string
    readonly memoryGb: number
    readonly node: string
  }
  readonly loads: Readonly<Record<string, Pair>>
  /** Milliseconds until the first answer, with everything installed, built and filled. */
  readonly start: { readonly floor: number; readonly product: number }
  readonly statements: StatementCounts
}

export function describeMachine(): Results['machine'] {
  const [first] = cpus()
  return {
    cores: cpus().length,
    model: first?.model.trim() ?? '',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
  }
}

/** The results as a table for people. */
export function describeResults({ machine, loads, start, statements }: Results): string {
  const { cores, model, memoryGb, node } = machine
  const rows = [
    ['', 'floor', 'product', 'ratio', 'p50 ms', 'p99 ms'],
    ...Object.entries(loads).map(([name, { floor, product }]) => [
      `${name}, per second`,
      round(floor.perSecond),
      round(product.perSecond),
      `${(floor.perSecond / product.perSecond).toFixed(2)} x`,
      `${round(floor.p50)} / ${round(product.p50)}`,
      `${round(floor.p99)} / ${round(product.p99)}`,
    ]),
    [
      'warm start, ms',
      round(start.floor),
      round(start.product),
      `${(start.product / start.floor).toFixed(2)} x`,
    ],
  ]
  const counts = Object.entries(statements).map(([name, count]) => `${name} ${count}`)
  return [
    `${cores} cores (${model}), ${memoryGb} GB, Node ${node}`,
    ...align(rows),
    `SQL statements: ${counts.join(', ')}`,
  ].join('\n')
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

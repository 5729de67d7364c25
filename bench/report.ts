import { cpus, totalmem } from 'node:os'
import type { StatementCounts } from './count-sql.ts'
import type { Measured } from './load.ts'
import type { PageTimes } from './page.ts'
import type { ProcessorTime } from './usage.ts'

export type Pair = { readonly floor: Measured; readonly product: Measured }

type Sides = { readonly floor: number; readonly product: number }

export type Results = {
  readonly machine: {
    readonly cores: number
    readonly model: string
    readonly memoryGb: number
    readonly node: string
  }
  readonly loads: Readonly<Record<string, Pair>>
  /** Measured in a phone's browser. */
  readonly pages: Readonly<Record<string, PageTimes>>
  /** Milliseconds to the first response, with everything installed, built and filled. */
  readonly start: Sides
  /** In MiB after the first start, which makes the demo shop, after a warm start, and after all measurements. */
  readonly memory: {
    readonly first: number | undefined
    readonly warm: number | undefined
    readonly loaded: number | undefined
  }
  /** Milliseconds of CPU time for one purchase with its follow-up work, next to six bare statements. */
  readonly perPurchase: {
    readonly floor: ProcessorTime | undefined
    readonly product: ProcessorTime | undefined
  }
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

/** The results as readable tables. */
export function describeResults(results: Results): string {
  const { machine, loads, pages, start, memory, perPurchase, statements } = results
  const { cores, model, memoryGb, node } = machine
  const rows = [
    ['a second', 'floor', 'product', 'ratio', 'p50 ms', 'p99 ms', 'Node µs', 'spread'],
    ...Object.entries(loads).map(([name, { floor, product }]) => [
      name,
      round(floor.perSecond),
      round(product.perSecond),
      (product.perSecond / floor.perSecond).toFixed(2),
      `${round(floor.p50)} / ${round(product.p50)}`,
      `${round(floor.p99)} / ${round(product.p99)}`,
      `${known(floor.processor)} / ${known(product.processor)}`,
      `${percent(floor.spread)} / ${percent(product.spread)}`,
    ]),
  ]
  const opened = [
    ['on a slow phone, ms', 'first paint', 'largest paint', 'blocked'],
    ...Object.entries(pages).map(([name, { first, largest, blocking }]) => [
      name,
      ...[first, largest, blocking].map((time) => time.toFixed(0)),
    ]),
  ]
  const counts = Object.entries(statements).map(([name, count]) => `${name} ${count}`)
  return [
    `${cores} cores (${model}), ${memoryGb} GB, Node ${node}`,
    '',
    ...align(rows),
    '',
    ...align(opened),
    '',
    `warm start: ${round(start.product)} ms, floor ${round(start.floor)} ms, ${(start.product / start.floor).toFixed(2)} x`,
    `memory, MiB: ${known(memory.first)} after the first start, ${known(memory.warm)} after a warm one, ${known(memory.loaded)} after the measurements`,
    `processor time of a purchase until quiet, ms: ${describeTimes(perPurchase)}`,
    `SQL statements of a request: ${counts.join(', ')}`,
  ].join('\n')
}

function describeTimes({ floor, product }: Results['perPurchase']): string {
  if (floor === undefined || product === undefined) return known(undefined)
  const sides = (name: string, one: number, other: number) =>
    `${name} ${other.toFixed(1)}, floor ${one.toFixed(2)}, ${(other / one).toFixed(1)} x`
  return `${sides('Node', floor.node, product.node)}; ${sides('PostgreSQL', floor.postgres, product.postgres)}`
}

function known(value: number | undefined): string {
  return value === undefined ? 'not known here' : round(value)
}

export function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

export function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

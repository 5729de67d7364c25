import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '#test-app.ts'
import { queues } from './store.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFile(join(root, file), 'utf8')

let app: TestApp
beforeAll(async () => {
  const metrics = { host: '127.0.0.1', port: undefined, token: 'a token of sixteen or more' }
  app = await startTestApp({ config: { metrics } })
})
afterAll(async () => app.close())

const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
  templating: z.object({ list: z.array(z.object({ definition: z.string().optional() })) }),
})

/** Every Prometheus expression by file. */
async function expressions(): Promise<Record<string, string[]>> {
  const { panels, templating } = dashboard.parse(JSON.parse(await read('deploy/grafana/tillform.json')))
  const alerts = await read('deploy/prometheus/alerts.yml')
  return {
    dashboard: [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...templating.list.flatMap(({ definition }) => definition ?? []),
    ],
    alerts: [...alerts.matchAll(/expr: >-\n\s+(.+)/g)].flatMap(([, expr]) => expr ?? []),
  }
}

/** The names of the product's metrics and of the series Prometheus derives from them. */
async function writtenNames(): Promise<Set<string>> {
  const text = await app.readMetrics()
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  return new Set(names)
}

test('the product exports every metric that the dashboard and alerts use', async () => {
  const told = await writtenNames()
  for (const found of Object.values(await expressions())) {
    const named = found.flatMap((expr) => expr.match(/\b(?:tillform|nodejs|process)_[a-z0-9_]+/g) ?? [])
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !told.has(name))).toEqual([])
  }
})

test('every product metric is used by the dashboard or an alert', async () => {
  const asked = Object.values(await expressions())
    .flat()
    .join('\n')
  const text = await app.readMetrics()
  const own = [...text.matchAll(/^# TYPE (tillform_\S+)/gm)].flatMap(([, name]) => name ?? [])
  expect(own.filter((name) => !asked.includes(name))).toEqual([])
})

test('the dashboard and alerts use real names of routes, queues and outcomes', async () => {
  const asked = Object.values(await expressions())
    .flat()
    .join('\n')
  const valuesOf = (label: string) =>
    [...asked.matchAll(new RegExp(`\\b${label}=~?"([^"]+)"`, 'g'))].flatMap(([, values = '']) =>
      values.split('|'),
    )
  const known = app.server.printRoutes({ commonPrefix: false })
  expect(valuesOf('route').filter((route) => !known.includes(route.replace(/^\//, '')))).toEqual([])
  expect(valuesOf('queue').filter((queue) => !queues.some((one) => one === queue))).toEqual([])
  const text = await app.readMetrics()
  const ofCalls = ['unknown', 'unreachable', 'error']
  const told = (outcome: string) => text.includes(`outcome="${outcome}"`) || ofCalls.includes(outcome)
  expect(valuesOf('outcome').filter((outcome) => !told(outcome))).toEqual([])
})

test('each alert links to its section in the documentation', async () => {
  const alerts = await read('deploy/prometheus/alerts.yml')
  const operations = await read('docs/operations.md')
  const named = [...alerts.matchAll(/- alert: (\S+)[^]*?runbook: 'docs\/operations\.md, (.+)'/g)]
  expect(named.length).toBe(alerts.match(/- alert:/g)?.length)
  for (const [, name = '', where = ''] of named) {
    expect(operations).toContain(`| \`${name}\``)
    for (const [, heading] of where.matchAll(/"([^"]+)"/g)) expect(operations).toContain(`\n## ${heading}\n`)
  }
  const described = operations.match(/\| `Tillform\w+`/g) ?? []
  expect(described.length).toBe(named.length)
})

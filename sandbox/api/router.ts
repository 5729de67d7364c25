import type { Operation } from './operation.ts'

export type Match = {
  readonly operation: Operation
  readonly ids: Record<string, string>
}

export type Router = (method: string, path: string) => Match | undefined

type Route = {
  readonly operation: Operation
  readonly parts: string[]
}

/** Matches fixed parts before ids: `/v1/invoices/create_preview` is not an invoice. */
export function createRouter(operations: Operation[]): Router {
  const routes = operations
    .map((operation) => ({ operation, parts: operation.path.split('/') }))
    .toSorted((a, b) => idsIn(a) - idsIn(b))
  return (method, path) => {
    const parts = path.split('/')
    for (const { operation, parts: template } of routes) {
      if (operation.method !== method) continue
      const ids = fit(template, parts)
      if (ids !== undefined) return { operation, ids }
    }
    return undefined
  }
}

function idsIn(route: Route): number {
  return route.parts.filter((part) => part.startsWith('{')).length
}

function fit(template: string[], parts: string[]): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined
  const ids: Record<string, string> = {}
  for (const [index, wanted] of template.entries()) {
    const part = parts[index] ?? ''
    if (wanted.startsWith('{') && part !== '') ids[wanted.slice(1, -1)] = decodeURIComponent(part)
    else if (wanted !== part) return undefined
  }
  return ids
}

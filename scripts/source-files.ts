// Reads the imports of each source file for the rules in import-rules.ts.
import { glob, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { findTables, type TableUse } from './find-tables.ts'

/**
 * `target` is a path from the root (`src/selling/forms/store.ts`) for our own files, or a package (`stripe`,
 * `node:fs`).
 */
export type Import = { target: string; kind: 'static' | 'dynamic' | 'type' }

/** `path` is from the root, with forward slashes. A barrel only re-exports other files. */
export type SourceFile = {
  path: string
  lines: number
  isBarrel: boolean
  imports: Import[]
  tables: TableUse[]
}

const folders = '{src,sandbox,migrations,scripts,e2e,bench,faults}'

export async function readSourceFiles(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  for await (const found of glob(`${folders}/**/*.{ts,tsx,mts}`, { cwd: root })) {
    const path = found.replaceAll('\\', '/')
    files.push(parseSourceFile(path, await readFile(join(root, found), 'utf8')))
  }
  return files.toSorted((a, b) => a.path.localeCompare(b.path))
}

export function parseSourceFile(path: string, text: string): SourceFile {
  const { module, program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const imports: Import[] = []
  const add = (specifier: string, kind: Import['kind']) => {
    imports.push({ target: resolveSpecifier(path, specifier), kind })
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    add(moduleRequest.value, isType ? 'type' : 'static')
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType ? 'type' : 'static')
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal?.[2]) add(literal[2], 'dynamic')
  }
  const isBarrel = program.body.length > 0 && program.body.every(isPassedOn)
  return { path, lines: text.trimEnd().split('\n').length, isBarrel, imports, tables: findTables(program) }
}

function isPassedOn(statement: { type: string; source?: unknown }): boolean {
  return /^Export(?:All|Named)Declaration$/.test(statement.type) && Boolean(statement.source)
}

function resolveSpecifier(from: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  // The only server file that browsers replace with their own version.
  if (path === '#foundation/language/t.ts') return 'src/foundation/language/t-in-browser.ts'
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  if (path.startsWith('#')) return `${from.startsWith('sandbox/') ? 'sandbox' : 'src'}/${path.slice(1)}`
  if (path.startsWith('node:')) return path
  const depth = path.startsWith('@') ? 2 : 1
  return path.split('/').slice(0, depth).join('/')
}

// What may import what. Each rule takes all source files and answers its violations as readable lines.
import type { Import, SourceFile } from './source-files.ts'

export type Rule = (files: SourceFile[]) => string[]

/** What every domain stands on; these import no domain. */
const FOUNDATIONS = new Set(['db', 'http', 'jobs', 'mail', 'money'])

/** A file that needs one of these, itself or through what it imports, is a server file. */
const SERVER_PACKAGES =
  /^(?:node:|stripe$|fastify|@fastify\/|kysely$|pg$|pg-boss$|pino$|better-auth$|jose$|nodemailer$|sharp$|pdfkit$|file-type$|vite$)/

const MAX_LINES = 350

/** The folder below src/, or undefined for the files that put the product together, such as src/app.ts. */
function domainOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1]
}

/** Tests, what they stand on, and everything of the browser tests. */
function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|test-(?!cards)[^/]+|vitest-[^/]+|[^/]+-test-server)\.ts$|^e2e\//.test(
    path,
  )
}

function isScreen(path: string): boolean {
  return /^src\/(?:shell|[^/]+\/ui)\//.test(path)
}

/** Lists `file → target` for each import of product code (tests are free) that `isWrong`. */
function violations(
  files: SourceFile[],
  isWrong: (file: string, target: string, kind: Import['kind']) => boolean,
): string[] {
  return files
    .filter((file) => !isTest(file.path))
    .flatMap((file) =>
      file.imports
        .filter(({ target, kind }) => isWrong(file.path, target, kind))
        .map(({ target }) => `${file.path} → ${target}`),
    )
}

export const storesAndHandlersStayInTheirDomain: Rule = (files) =>
  violations(files, (file, target) => {
    const [from, to] = [domainOf(file), domainOf(target)]
    return from !== undefined && to !== undefined && from !== to && /\/(?:store|handlers)\.ts$/.test(target)
  })

export const screensImportNoServerFile: Rule = (files) => {
  const serverFiles = findServerFiles(files)
  return violations(
    files,
    (file, target) =>
      isScreen(file) &&
      (serverFiles.has(target) || SERVER_PACKAGES.test(target) || /\/(?:store|handlers)\.ts$/.test(target)),
  )
}

function findServerFiles(files: SourceFile[]): Set<string> {
  const found = new Set<string>()
  let known = -1
  while (found.size > known) {
    known = found.size
    for (const { path, imports } of files) {
      const isServer = imports.some(
        ({ target, kind }) => kind !== 'type' && (SERVER_PACKAGES.test(target) || found.has(target)),
      )
      if (isServer) found.add(path)
    }
  }
  return found
}

export const serverImportsNoScreen: Rule = (files) =>
  violations(files, (file, target, kind) => !isScreen(file) && isScreen(target) && kind !== 'type')

export const onlyTheCardProviderImportsItsSdk: Rule = (files) =>
  violations(files, (file, target, kind) => {
    // The benchmark's floor is the SDK alone.
    if (target === 'stripe') return !/^(?:src\/card-provider|bench)\//.test(file)
    if (!target.startsWith('@stripe/')) return false
    return kind !== 'type' || !/^(?:src\/checkout\/ui|src\/shell|sandbox\/browser)\//.test(file)
  })

export const foundationsImportNoDomain: Rule = (files) =>
  violations(files, (file, target, kind) => {
    // The columns' words, such as a status, are written once, in the contract.
    if (file.startsWith('src/db/tables/') && kind === 'type' && target.endsWith('/contract.ts')) return false
    const [from, to] = [domainOf(file), domainOf(target)]
    if (from === undefined || !FOUNDATIONS.has(from) || !target.startsWith('src/')) return false
    return to === undefined ? target !== 'src/config.ts' : !FOUNDATIONS.has(to)
  })

export const sandboxStandsAlone: Rule = (files) =>
  violations(
    files,
    (file, target) =>
      (file.startsWith('sandbox/') && target.startsWith('src/')) ||
      (file.startsWith('src/') && target.startsWith('sandbox/')),
  )

export const productImportsNoTest: Rule = (files) =>
  violations(files, (file, target) => /^(?:src|sandbox)\//.test(file) && isTest(target))

export const noCycles: Rule = (files) => {
  const edges = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ kind }) => kind === 'static')]),
  )
  const isDone = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start !== -1) found.push([...trail.slice(start), path].join(' → '))
    if (start !== -1 || isDone.has(path)) return
    for (const { target } of edges.get(path) ?? []) visit(target, [...trail, path])
    isDone.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}

export const namesSayWhatIsInside: Rule = (files) =>
  files
    .filter(({ path }) =>
      path.split('/').some((part) => /^(?:.*-)?(?:utils?|helpers?|common)(?:\.|$)/.test(part)),
    )
    .map(({ path }) => path)

export const noBarrels: Rule = (files) => files.filter((file) => file.isBarrel).map(({ path }) => path)

export const filesStaySmall: Rule = (files) =>
  files.filter(({ lines }) => lines > MAX_LINES).map(({ path, lines }) => `${path}: ${lines} lines`)

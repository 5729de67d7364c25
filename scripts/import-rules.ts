// Rules for which files can import which. Each rule takes all source files and returns readable violations.
import { domainOf, floors, isScreen, isTest, roomOf } from './rooms.ts'
import type { Import, SourceFile } from './source-files.ts'

export type Rule = (files: SourceFile[]) => string[]

/** A file that imports one of these packages, directly or indirectly, runs on the server. */
const serverPackages =
  /^(?:node:|stripe$|fastify|@fastify\/|kysely$|pg$|pg-boss$|pino$|jose$|openid-client$|otpauth$|nodemailer$|sharp$|pdfkit$|harfbuzzjs$|woff2-encoder|bidi-js$|file-type$|vite$)/

const maxLines = 350

/** Lists `file → target` for each import in product code, without tests, for which `isWrong` is true. */
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

/** A domain's private files: its queries and handlers. */
const ownFile = /\/(?:(?:[^/]+-)?store|handlers)\.ts$/

export const storesAndHandlersStayInTheirDomain: Rule = (files) =>
  violations(files, (file, target) => {
    const [from, to] = [domainOf(file), domainOf(target)]
    return from !== undefined && to !== undefined && from !== to && ownFile.test(target)
  })

export const importsGoDownTheFloors: Rule = (files) =>
  violations(files, (file, target) => {
    if (!file.startsWith('src/') || !target.startsWith('src/')) return false
    const [from, to] = [roomOf(file), roomOf(target)]
    if (from === undefined) return false
    return to === undefined || floors.indexOf(to) > floors.indexOf(from)
  })

/**
 * Imports between two domains go in only one direction, including types and screens. Parts of a domain can import
 * each other.
 */
export const domainsFormNoCircle: Rule = (files) => {
  const arrows = new Map<string, Map<string, string>>()
  for (const { path, imports } of files) {
    const from = domainOf(path)
    if (from === undefined || isTest(path)) continue
    for (const { target } of imports) {
      const to = domainOf(target)
      if (to === undefined || to === from || isTest(target)) continue
      const found = arrows.get(from) ?? new Map<string, string>()
      arrows.set(from, found.set(to, `${path} → ${target}`))
    }
  }
  const isDone = new Set<string>()
  const found: string[] = []
  const visit = (domain: string, trail: readonly string[]): void => {
    const start = trail.indexOf(domain)
    if (start !== -1) {
      const circle = [...trail.slice(start), domain]
      found.push(
        circle
          .slice(1)
          .map((to, index) => arrows.get(circle[index] ?? '')?.get(to))
          .join(', '),
      )
    }
    if (start !== -1 || isDone.has(domain)) return
    for (const to of arrows.get(domain)?.keys() ?? []) visit(to, [...trail, domain])
    isDone.add(domain)
  }
  for (const domain of arrows.keys()) visit(domain, [])
  return found
}

export const screensImportNoServerFile: Rule = (files) => {
  const serverFiles = findServerFiles(files)
  return violations(
    files,
    (file, target) =>
      isScreen(file) && (serverFiles.has(target) || serverPackages.test(target) || ownFile.test(target)),
  )
}

function findServerFiles(files: SourceFile[]): Set<string> {
  const found = new Set<string>()
  let known = -1
  while (found.size > known) {
    known = found.size
    for (const { path, imports } of files) {
      const isServer = imports.some(
        ({ target, kind }) => kind !== 'type' && (serverPackages.test(target) || found.has(target)),
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
    // The benchmark measures Stripe's SDK without our code, so it imports it directly.
    if (target === 'stripe') return !/^(?:src\/foundation\/card-provider|bench)\//.test(file)
    if (!target.startsWith('@stripe/')) return false
    return kind !== 'type' || !/^(?:src\/buying\/checkout\/ui|src\/web\/kit|sandbox\/browser)\//.test(file)
  })

/**
 * The sandbox is a separate package. It imports no file outside its folder, and all other code, including tests,
 * imports it by name. The product only starts it as a program.
 */
export const sandboxStandsAlone: Rule = (files) =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => {
        if (path.startsWith('sandbox/')) return isFile(target) && !target.startsWith('sandbox/')
        if (target === '@tillform/sandbox') return path.startsWith('src/') && !isTest(path)
        return target.startsWith('sandbox/')
      })
      .map(({ target }) => `${path} → ${target}`),
  )

/** Whether the target is one of our files instead of a package. */
function isFile(target: string): boolean {
  return /\.(?:[mc]?[jt]sx?|json|css)$/.test(target)
}

export const productImportsNoTest: Rule = (files) =>
  violations(files, (file, target) => /^(?:src|sandbox)\//.test(file) && isTest(target))

/** Imports, including those of types, form no cycle. Dynamic imports (`import()`) are not counted. */
export const noCycles: Rule = (files) => {
  const edges = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ kind }) => kind !== 'dynamic')]),
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
  files.filter(({ lines }) => lines > maxLines).map(({ path, lines }) => `${path}: ${lines} lines`)
